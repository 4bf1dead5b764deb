// moodycamel::BlockingConcurrentQueue: the consumer waits.
// library: libconcurrentqueue-dev
#include <concurrentqueue/blockingconcurrentqueue.h>

#include <cassert>
#include <thread>

static moodycamel::BlockingConcurrentQueue<int> queue(32);

int main() {
  std::thread t([] { queue.enqueue(1); });
  int v = 0;
  queue.wait_dequeue(v);
  assert(v == 1);
  t.join();
}

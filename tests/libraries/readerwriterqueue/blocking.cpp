// moodycamel::BlockingReaderWriterQueue: the consumer waits.
// library: libreaderwriterqueue-dev
#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

static moodycamel::BlockingReaderWriterQueue<int, 4> queue(3);

int main() {
  std::thread t([] { queue.enqueue(1); });
  int v = 0;
  queue.wait_dequeue(v);
  assert(v == 1);
  t.join();
}

// moodycamel::ConcurrentQueue: two values at once.
// library: libconcurrentqueue-dev
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

static moodycamel::ConcurrentQueue<int> queue(32);

int main() {
  std::thread t([] {
    const int values[] = {1, 2};
    queue.enqueue_bulk(values, 2);
  });
  int seen[2] = {};
  std::size_t n = queue.try_dequeue_bulk(seen, 2);
  t.join();
  n += queue.try_dequeue_bulk(seen + n, 2 - n);
  assert(n == 2 && seen[0] == 1 && seen[1] == 2);
}

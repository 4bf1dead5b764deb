// moodycamel::ConcurrentQueue: two producers with tokens, a consumer with a token, in bulk.
// library: libconcurrentqueue-dev
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

static moodycamel::ConcurrentQueue<int> queue(64);

int main() {
  const auto produce = [](int first) {
    const moodycamel::ProducerToken token(queue);
    const int values[] = {first, first + 1};
    assert(queue.enqueue_bulk(token, values, 2));
  };
  std::thread t(produce, 1);
  produce(11);
  moodycamel::ConsumerToken token(queue);
  int seen[4] = {};
  std::size_t n = queue.try_dequeue_bulk(token, seen, 4);
  t.join();
  while (n < 4) {
    const std::size_t more = queue.try_dequeue_bulk(token, seen + n, 4 - n);
    assert(more > 0);
    n += more;
  }
  int next[2] = {1, 11};
  for (const int v : seen) assert(v == next[v > 10]++);  // each producer's in order
  assert(next[0] == 3 && next[1] == 13);
}

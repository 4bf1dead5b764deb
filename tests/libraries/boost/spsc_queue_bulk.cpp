// boost::lockfree::spsc_queue: several values at once, and consume_one.
// library: libboost-dev
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

static boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;

int main() {
  std::thread t([] {
    const int values[] = {1, 2, 3};
    const std::size_t n = queue.push(values, 3);
    assert(n == 2 || n == 3);
  });
  int seen[3] = {};
  std::size_t n = queue.pop(seen, 1);
  n += queue.consume_one([&](int v) { seen[n] = v; });
  t.join();
  n += queue.pop(seen + n, 3 - n);
  assert(n == 2 || n == 3);
  for (std::size_t i = 0; i < n; ++i) assert(seen[i] == static_cast<int>(i) + 1);
}

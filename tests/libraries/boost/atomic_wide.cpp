// boost::atomic of 16 bytes, by its own inline assembly: both halves at once.
// library: libboost-dev
// flags: -std=gnu++17 -mcx16
#include <boost/atomic.hpp>
#include <cassert>
#include <thread>

struct Pair {
  long first, second;
};
static boost::atomic<Pair> pair{Pair{0, 0}};

int main() {
  std::thread t([] { pair.store(Pair{1, 1}); });
  Pair seen = pair.load();
  assert(seen.first == seen.second);
  const bool changed = pair.compare_exchange_strong(seen, Pair{seen.first + 2, seen.second + 2});
  assert(seen.first == seen.second);
  t.join();
  seen = pair.exchange(Pair{9, 9});
  assert(seen.first == seen.second && (seen.first == 1 || (changed && seen.first == 3)));
}

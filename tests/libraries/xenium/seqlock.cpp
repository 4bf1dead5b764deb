// xenium::seqlock: what is read is one of the values that were stored.
// library: libxenium-dev
// flags: -std=gnu++17
#include <cassert>
#include <thread>
#include <xenium/seqlock.hpp>

struct Pair {
  long first, second;
};
static xenium::seqlock<Pair> pair(Pair{0, 0});

int main() {
  std::thread t([] { pair.store(Pair{1, 1}); });
  const Pair p = pair.load();
  assert(p.first == p.second);
  t.join();
}

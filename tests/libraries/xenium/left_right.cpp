// xenium::left_right: readers never wait.
// library: libxenium-dev
// flags: -std=gnu++17
#include <cassert>
#include <thread>
#include <xenium/left_right.hpp>

struct Pair {
  int first = 0, second = 0;
};
static xenium::left_right<Pair> pair;

int main() {
  std::thread t([] {
    pair.update([](Pair& p) {
      ++p.first;
      ++p.second;
    });
  });
  pair.read([](const Pair& p) { assert(p.first == p.second); });
  t.join();
}

// atomic_ref makes the elements of a plain array atomic for a while.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

std::array<int, 2> bins{};

void count(int value) { std::atomic_ref<int>(bins[value % 2]).fetch_add(1); }

int main() {
  std::thread a([] {
    count(1);
    count(2);
  });
  count(3);
  a.join();
  assert(bins[0] == 1 && bins[1] == 2);
}

// One thread uses atomic_ref, the other increments the same element without: an update is lost.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=error kind=assertion line=15
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

std::array<int, 2> bins{};

int main() {
  std::thread a([] { std::atomic_ref(bins[1]).fetch_add(1); });
  ++bins[1];
  a.join();
  assert(bins[1] == 2);  // fails
}

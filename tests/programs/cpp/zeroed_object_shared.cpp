// An object that is zeroed by words and then initialized member by member: under PSO the stores to it, of different sizes,
// reach memory in program order where they overlap, and so they must in counterexamples.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=18
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct Cells {
  std::atomic<std::uint32_t> x{0};
  std::atomic<std::uint32_t> y{0};
  std::uint32_t spare;
};

static Cells* shared;

static void reads() {
  assert(shared->x.load(std::memory_order_relaxed) == 1);  // fails if it comes first
}

static void writes() { shared->x.store(1, std::memory_order_relaxed); }

int main() {
  shared = new Cells();
  std::thread writer(writes);
  std::thread reader(reads);
  writer.detach();
  reader.detach();
}

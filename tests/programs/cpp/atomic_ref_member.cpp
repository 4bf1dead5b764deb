// Atomic_ref on a member of a plain struct; plain access before and after the threads.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <atomic>
#include <cassert>
#include <thread>

struct Stats {
  short low;
  int hits;
} stats{1, 10};
int main() {
  stats.hits++;
  auto add = [] { std::atomic_ref<int>(stats.hits).fetch_add(5, std::memory_order_relaxed); };
  std::thread s(add), t(add);
  s.join();
  t.join();
  assert(stats.hits == 21 && stats.low == 1);
}

// Threads of a growing vector, and of functions: 4! * 3! * 2! executions, all of them alike.
// overtake: args=-- -std=c++17
// overtake: model=sc,tso,pso verdict=safe executions=288
// overtake: stdout=1 up to renaming of equal threads
#include <atomic>
#include <cassert>
#include <functional>
#include <thread>
#include <vector>

std::atomic<int> functions, references;

void count() noexcept { functions.fetch_add(1); }
void count_in(std::atomic<int>& where) { where.fetch_add(1); }

int main() {
  std::vector<std::thread> threads;
  std::atomic<int> closures{0};
  for (int i = 0; i < 4; ++i) threads.emplace_back([&closures] { closures.fetch_add(1); });
  for (std::thread& t : threads) t.join();
  std::thread a(count), b(count), c(count);
  a.join();
  b.join();
  c.join();
  std::thread d(count_in, std::ref(references)), e(count_in, std::ref(references));
  d.join();
  e.join();
  assert(closures == 4 && functions == 3 && references == 2);
}

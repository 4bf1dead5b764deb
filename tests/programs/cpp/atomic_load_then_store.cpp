// An atomic counter that is loaded and stored in two steps loses updates.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=14
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter;

int main() {
  auto increment = [] { counter = counter + 1; };
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2);  // fails
}

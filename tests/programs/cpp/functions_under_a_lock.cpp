// Closures in a vector of std::function, moved out under a lock and run outside of it.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

std::mutex m;
std::vector<std::function<int(int)>> tasks;
int main() {
  std::thread t([] {
    int k = 3;
    std::lock_guard l(m);
    tasks.push_back([k](int v) { return v * k; });
  });
  std::vector<std::function<int(int)>> mine;
  {
    std::lock_guard l(m);
    mine.swap(tasks);
  }
  for (auto& f : mine) assert(f(5) == 15);
  t.join();
  assert(mine.size() + tasks.size() == 1);
}

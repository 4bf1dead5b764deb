// A reference into a vector that another thread makes longer: the element may have moved away.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=22
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

std::mutex m;
std::vector<int> items{1};

int& first() {
  std::lock_guard lock(m);
  return items.front();
}

int main() {
  std::thread t([] {
    std::lock_guard lock(m);
    items.push_back(2);
  });
  int& item = first();
  assert(item == 1);  // fails
  t.join();
}

// What needs C++20 is compiled as C++20, without a flag.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<std::shared_ptr<int>> current;

int main() {
  current = std::make_shared<int>(1);
  std::jthread writer([] { current = std::make_shared<int>(2); });
  const std::shared_ptr<int> seen = current;
  assert(*seen == 1 || *seen == 2);
}

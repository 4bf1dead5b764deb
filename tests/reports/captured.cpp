// overtake check captured.cpp --model tso
// Variables that lambdas capture by reference.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> left{0}, right{0};
  int wants[2] = {0, 0};
  std::thread a([&] {
    left.store(1, std::memory_order_relaxed);
    wants[0] = right.load(std::memory_order_relaxed);
  });
  std::thread b([&] {
    right.store(1, std::memory_order_relaxed);
    wants[1] = left.load(std::memory_order_relaxed);
  });
  a.join();
  b.join();
  assert(wants[0] == 1 || wants[1] == 1);
}

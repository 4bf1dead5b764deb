// Store buffering with release and acquire: each thread may miss the other's flag, unless the model
// is SC.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso,pso verdict=error kind=assertion line=23
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> left{false}, right{false};
bool saw_left, saw_right;

int main() {
  std::thread a([] {
    left.store(true, std::memory_order_release);
    saw_right = right.load(std::memory_order_acquire);
  });
  std::thread b([] {
    right.store(true, std::memory_order_release);
    saw_left = left.load(std::memory_order_acquire);
  });
  a.join();
  b.join();
  assert(saw_left || saw_right);  // fails
}

// Store buffering with the default order: the stores are fences.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> left{false}, right{false};
bool saw_left, saw_right;

int main() {
  std::thread a([] {
    left = true;
    saw_right = right;
  });
  std::thread b([] {
    right = true;
    saw_left = left;
  });
  a.join();
  b.join();
  assert(saw_left || saw_right);
}

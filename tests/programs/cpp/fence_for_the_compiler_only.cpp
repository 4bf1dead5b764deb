// atomic_signal_fence keeps the compiler, but not the machine, from reordering.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=17
#include <atomic>
#include <cassert>
#include <thread>

int data;
std::atomic<bool> ready{false};

int main() {
  std::thread writer([] {
    data = 42;
    std::atomic_signal_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_acquire)) assert(data == 42);  // fails
  writer.join();
}

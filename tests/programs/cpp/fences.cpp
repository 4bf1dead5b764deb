// Message passing with relaxed atomics and fences on either side.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <atomic>
#include <cassert>
#include <thread>

int data;
std::atomic<bool> ready{false};

int main() {
  std::thread writer([] {
    data = 42;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    assert(data == 42);
  }
  writer.join();
}

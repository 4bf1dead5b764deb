// A spinlock whose unlock is a relaxed store: under PSO it overtakes the writes it should publish.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=26
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Spinlock {
 public:
  void lock() {
    bool free = false;
    while (!taken_.compare_exchange_weak(free, true, std::memory_order_acquire)) free = false;
  }
  void unlock() { taken_.store(false, std::memory_order_relaxed); }

 private:
  std::atomic<bool> taken_{false};
};

Spinlock spin;
int low, high;

void work() {
  std::lock_guard lock(spin);
  assert(low == high);  // fails
  ++low;
  ++high;
}

int main() {
  std::thread t(work);
  work();
  t.join();
}

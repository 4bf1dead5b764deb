// A spinlock from compare-exchange, used through lock_guard.
// overtake: model=sc,tso,pso verdict=safe
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
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

Spinlock spin;
int low, high;

void work() {
  std::lock_guard lock(spin);
  assert(low == high);
  ++low;
  ++high;
}

int main() {
  std::thread t(work);
  work();
  t.join();
}

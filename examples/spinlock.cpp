// A spinlock in C++ whose unlock is a relaxed store. x86 forgives it, since TSO keeps stores in
// order; under PSO the unlock may overtake the writes that it should publish.
//
//     overtake check examples/spinlock.cpp --model tso     safe
//     overtake check examples/spinlock.cpp --model pso     the assertion fails
//
// Make it memory_order_release, and it is right.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=32
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
int debit, credit;

void transfer() {
  std::lock_guard lock(spin);
  assert(debit == credit);  // fails
  ++debit;
  ++credit;
}

int main() {
  std::thread other(transfer);
  transfer();
  other.join();
}

// fences: pso safety 1, pso robustness 1
// A spin lock whose unlock lacks its release: what the lock guards is written after others hold it.
#include <assert.h>

#include <atomic>
#include <thread>

class Lock {
 public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire)) {
    }
  }
  void unlock() { taken_.store(false, std::memory_order_relaxed); }

 private:
  std::atomic<bool> taken_{false};
};

Lock guard;
int balance = 1;
int reserve = 1;

void transfer() {
  guard.lock();
  assert(balance + reserve == 2);
  balance -= 1;
  reserve += 1;
  guard.unlock();
}

int main() {
  std::thread other(transfer);
  transfer();
  other.join();
}

// A spin lock with a guard, as people write it, and an object that is polled under it.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (busy_.exchange(true, std::memory_order_acquire)) {
      while (busy_.load(std::memory_order_relaxed)) std::this_thread::yield();
    }
  }
  void unlock() { busy_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> busy_{false};
};

class Latch {
 public:
  void open() {
    std::lock_guard<SpinLock> guard(lock_);
    open_ = true;
  }
  bool is_open() {
    std::lock_guard<SpinLock> guard(lock_);
    return open_;
  }

 private:
  SpinLock lock_;
  bool open_ = false;
};

int main() {
  Latch latch;
  int data = 0;
  std::thread waiter([&] {
    while (!latch.is_open()) std::this_thread::yield();
    assert(data == 1);
  });
  data = 1;
  latch.open();
  waiter.join();
}

// A lock whose waiters yield ever longer, and then sleep: the length of a pause decides nothing.
// overtake: model=sc,tso,pso verdict=safe executions=6
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>
#include <vector>

class Backoff {
 public:
  void operator()() {
    for (int i = 0; i < length_; ++i) std::this_thread::yield();
    if (length_ < 64)
      length_ *= 2;
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }

 private:
  int length_ = 1;
};

class Lock {
 public:
  void lock() {
    Backoff pause;
    while (taken_.exchange(true, std::memory_order_acquire)) {
      do pause();
      while (taken_.load(std::memory_order_relaxed));
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

int main() {
  Lock lock;
  int counter = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      lock.lock();
      ++counter;
      lock.unlock();
    });
  for (std::thread& t : threads) t.join();
  assert(counter == 3);
}

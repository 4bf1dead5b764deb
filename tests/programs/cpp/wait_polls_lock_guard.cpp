// The most common way to wait in C++ that is not a condition variable.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

class Latch {
 public:
  void open() {
    std::lock_guard<std::mutex> lock(m_);
    open_ = true;
  }
  bool is_open() {
    std::lock_guard<std::mutex> lock(m_);
    return open_;
  }

 private:
  std::mutex m_;
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

// overtake check ring.cpp --model pso
// A ring buffer whose index is published before the slot is written.
#include <atomic>
#include <cassert>
#include <thread>

template <class T, int N>
class Ring {
 public:
  void push(T value) {
    const int tail = tail_.load(std::memory_order_relaxed);
    slots_[tail % N].value = value;
    tail_.store(tail + 1, std::memory_order_relaxed);
  }
  bool pop(T& value) {
    if (head_ == tail_.load(std::memory_order_acquire)) return false;
    value = slots_[head_ % N].value;
    ++head_;
    return true;
  }

 private:
  struct Slot {
    T value{};
  };
  Slot slots_[N];
  int head_ = 0;
  std::atomic<int> tail_{0};
};

struct Message {
  int id = 0;
  int check = 0;
};

int main() {
  Ring<Message, 2> ring;
  std::thread producer([&ring] { ring.push({1, 7}); });
  Message m;
  if (ring.pop(m)) assert(m.check == 7);
  producer.join();
}

// A bounded queue of one producer and one consumer, with cached indices as members.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

template <std::size_t N>
class Q {
 public:
  bool push(int value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_seen_ >= N) {
      head_seen_ = head_.load(std::memory_order_acquire);
      if (tail - head_seen_ >= N) return false;
    }
    slots_[tail % N] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  bool pop(int& value) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_seen_) {
      tail_seen_ = tail_.load(std::memory_order_acquire);
      if (head == tail_seen_) return false;
    }
    value = slots_[head % N];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

 private:
  alignas(64) std::atomic<std::size_t> head_{0};
  std::size_t tail_seen_ = 0;
  alignas(64) std::atomic<std::size_t> tail_{0};
  std::size_t head_seen_ = 0;
  alignas(64) int slots_[N] = {};
};

int main() {
  Q<2> q;
  std::thread producer([&] {
    for (int i = 1; i <= 4; ++i)
      while (!q.push(i)) std::this_thread::yield();
  });
  for (int i = 1; i <= 4; ++i) {
    int value = 0;
    while (!q.pop(value)) std::this_thread::yield();
    assert(value == i);
  }
  producer.join();
}

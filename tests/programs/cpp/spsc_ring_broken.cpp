// The ring with relaxed indices: under PSO the index may overtake the slot.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=43
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <optional>
#include <thread>

template <typename T, std::size_t N>
class Ring {
 public:
  bool push(T value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == N) return false;
    slots_[tail % N] = value;
    tail_.store(tail + 1, std::memory_order_relaxed);
    return true;
  }
  std::optional<T> pop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    T value = slots_[head % N];
    head_.store(head + 1, std::memory_order_release);
    return value;
  }

 private:
  std::array<T, N> slots_{};
  std::atomic<std::size_t> head_{0}, tail_{0};
};

Ring<int, 2> ring;

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; ++i) ring.push(i);
  });
  int last = 0;
  for (int i = 0; i < 2; ++i)
    if (auto value = ring.pop()) {
      assert(*value == last + 1);  // fails
      last = *value;
    }
  producer.join();
}

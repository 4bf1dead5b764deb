// A sequence lock without the fence after the odd number: under PSO the data may overtake it.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=35
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>
#include <utility>

class Seqlock {
 public:
  void write(int value) {
    sequence_.store(1, std::memory_order_relaxed);
    low_ = value;
    high_ = value;
    sequence_.store(2, std::memory_order_release);
  }
  std::optional<std::pair<int, int>> try_read() const {
    const int before = sequence_.load(std::memory_order_acquire);
    const std::pair<int, int> result(low_, high_);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (before % 2 != 0 || sequence_.load(std::memory_order_relaxed) != before) return {};
    return result;
  }

 private:
  std::atomic<int> sequence_{0};
  int low_ = 0, high_ = 0;
};

Seqlock shared;

int main() {
  std::thread writer([] { shared.write(7); });
  if (auto seen = shared.try_read()) assert(seen->first == seen->second);  // fails
  writer.join();
}

// The same pair as two relaxed atomics: they are seen apart.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=20
#include <atomic>
#include <cassert>
#include <thread>

struct Range {
  std::atomic<int> low{0}, high{0};
};

Range range;

int main() {
  std::thread writer([] {
    range.low.store(1, std::memory_order_relaxed);
    range.high.store(1, std::memory_order_relaxed);
  });
  const int high = range.high.load();
  const int low = range.low.load();
  assert(low == high);  // fails
  writer.join();
}

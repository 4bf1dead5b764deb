// An atomic struct of two 4-byte fields is written and read as one 8-byte word.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>

struct Range {
  int low, high;
};

std::atomic<Range> range{Range{0, 0}};

int main() {
  std::thread writer([] {
    Range seen = range.load();
    while (!range.compare_exchange_strong(seen, Range{seen.low + 1, seen.high + 1})) {
    }
  });
  range.exchange(Range{5, 5});
  const Range r = range.load();
  assert(r.low == r.high);
  writer.join();
}

// A ring with a sequence for each stage (LMAX's disruptor): one producer, a consumer that
// computes, and one that follows it.
// overtake: model=sc,tso,pso verdict=safe
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>
#ifndef PUBLISH
#define PUBLISH std::memory_order_release
#endif
struct alignas(64) Sequence {
  std::atomic<int64_t> v{-1};
  int64_t get() const { return v.load(std::memory_order_acquire); }
  void set(int64_t x) { v.store(x, PUBLISH); }
};
constexpr int kSize = 2, kEvents = 3;
struct Event {
  int value = 0;
  int squared = 0;
};
std::array<Event, kSize> ring;
Sequence cursor, first, second;
void produce() {
  int64_t cached = -1;
  for (int64_t n = 0; n < kEvents; ++n) {
    int64_t wrap = n - kSize;
    if (wrap > cached)
      while (wrap > (cached = second.get())) std::this_thread::yield();
    ring[n % kSize].value = int(n) + 1;
    cursor.set(n);
  }
}
void square() {
  int64_t next = 0;
  while (next < kEvents) {
    int64_t available;
    while ((available = cursor.get()) < next) std::this_thread::yield();
    for (; next <= available; ++next) {
      auto& e = ring[next % kSize];
      e.squared = e.value * e.value;
    }
    first.set(available);
  }
}
int sum = 0;
void add() {
  int64_t next = 0;
  while (next < kEvents) {
    int64_t available;
    while ((available = first.get()) < next) std::this_thread::yield();
    for (; next <= available; ++next) {
      assert(ring[next % kSize].squared == (next + 1) * (next + 1));
      sum += ring[next % kSize].squared;
    }
    second.set(available);
  }
}
int main() {
  std::thread p(produce), a(square), b(add);
  p.join();
  a.join();
  b.join();
  assert(sum == 1 + 4 + 9);
}

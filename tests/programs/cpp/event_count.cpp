// An event count: who finds nothing announces that it waits, looks again, and waits; who has put
// something there wakes waiters only if there are any.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>
class EventCount {
  std::atomic<uint32_t> epoch{0};
  std::atomic<int> waiters{0};

 public:
  uint32_t prepare() {
    waiters.fetch_add(1);
    return epoch.load();
  }
  void cancel() { waiters.fetch_sub(1); }
  void wait(uint32_t e) {
    epoch.wait(e);
    waiters.fetch_sub(1);
  }
  void notify() {
#ifndef WITHOUT_FENCE
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    if (waiters.load(std::memory_order_relaxed)) {
      epoch.fetch_add(1);
      epoch.notify_all();
    }
  }
} ec;
std::atomic<int> slot{0};
int main() {
  std::thread p([] {
    slot.store(42, std::memory_order_release);
    ec.notify();
  });
  int v;
  while ((v = slot.load(std::memory_order_acquire)) == 0) {
    auto e = ec.prepare();
    if ((v = slot.load(std::memory_order_acquire)) != 0) {
      ec.cancel();
      break;
    }
    ec.wait(e);
  }
  assert(v == 42);
  p.join();
}

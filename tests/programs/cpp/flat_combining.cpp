// Flat combining: threads publish what they want done, and the one that has the lock does all of
// it.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>
#ifndef DONE
#define DONE std::memory_order_release
#endif
struct Record {
  std::atomic<int> state{0};
  int arg = 0;
  int result = 0;
};  // 0 idle, 1 pending, 2 done
class FlatCounter {
  static constexpr int kThreads = 2;
  Record rec[kThreads];
  std::atomic<bool> lock{false};
  int value = 0;
  void combine() {
    for (auto& r : rec)
      if (r.state.load(std::memory_order_acquire) == 1) {
        value += r.arg;
        r.result = value;
        r.state.store(2, DONE);
      }
  }

 public:
  int add(int who, int x) {
    Record& r = rec[who];
    r.arg = x;
    r.state.store(1, std::memory_order_release);
    for (;;) {
      if (r.state.load(std::memory_order_acquire) == 2) break;
      if (!lock.exchange(true, std::memory_order_acquire)) {
        combine();
        lock.store(false, std::memory_order_release);
      }
    }
    r.state.store(0, std::memory_order_relaxed);
    return r.result;
  }
  int get() const { return value; }
};
int main() {
  FlatCounter c;
  int r[2][2];
  std::thread a([&] {
    r[0][0] = c.add(0, 1);
    r[0][1] = c.add(0, 1);
  });
  r[1][0] = c.add(1, 1);
  r[1][1] = c.add(1, 1);
  a.join();
  assert(c.get() == 4);
  int sum = 0;
  for (auto& x : r)
    for (int y : x) sum += y;
  assert(sum == 1 + 2 + 3 + 4);
}

// A counter guarded by Peterson's lock, for two threads: right under SC, and with fences.
//
// expect --model sc: linearizable
// expect --model tso: not-linearizable
// expect --model tso --require sequential: not-sequential
// expect --model tso -- -DFENCE: linearizable
// expect --model pso -- -DFENCE: linearizable
#include <overtake/linearize.h>

#include <atomic>

struct Counter {
  std::atomic<int> wants[2] = {}, turn{0};
  int value = 0;

  static void fence() {
#ifdef FENCE
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
  }
  int add(int self) {
    wants[self].store(1, std::memory_order_relaxed);
    fence();
    turn.store(1 - self, std::memory_order_relaxed);
    fence();
    while (wants[1 - self].load(std::memory_order_acquire) == 1 &&
           turn.load(std::memory_order_acquire) == 1 - self) {
    }
    const int old = value++;
    fence();
    wants[self].store(0, std::memory_order_release);
    fence();
    return old;
  }
  int left() { return add(0); }
  int right() { return add(1); }
};

OVERTAKE_LINEARIZABLE(Counter, left(), right());
OVERTAKE_SINGLE(left);
OVERTAKE_SINGLE(right);

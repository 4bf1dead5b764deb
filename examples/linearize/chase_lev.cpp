// Chase and Lev's work-stealing deque, of fixed size. Its owner pushes and takes at one end, others
// steal at the other. -DNO_FENCE leaves out the fence in take: under TSO the last element is handed
// out twice.
//
// expect --model sc --operations 3: linearizable
// expect --model tso --operations 3 --require sequential: sequential
// expect --model tso -- -DFENCED_PUSH: linearizable
// expect --model sc -- -DNO_FENCE: linearizable
// expect --model tso --operations 3 --require sequential -- -DNO_FENCE: not-sequential
// expect --model tso: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <optional>

struct Deque {
  std::atomic<long> top{0};
  std::atomic<long> bottom{0};
  std::atomic<int> slots[4] = {};

  void push(int value) {
    const long b = bottom.load(std::memory_order_relaxed);
    slots[b % 4].store(value, std::memory_order_relaxed);
    bottom.store(b + 1, std::memory_order_release);
#ifdef FENCED_PUSH
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
  }

  std::optional<int> take() {
    const long b = bottom.load(std::memory_order_relaxed) - 1;
    bottom.store(b, std::memory_order_relaxed);
#ifndef NO_FENCE
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    long t = top.load(std::memory_order_relaxed);
    std::optional<int> value;
    if (t <= b) value = slots[b % 4].load(std::memory_order_relaxed);
    if (t < b) return value;
    if (t == b && !top.compare_exchange_strong(t, t + 1)) value.reset();
    bottom.store(b + 1, std::memory_order_relaxed);
    return value;
  }

  std::optional<int> steal() {
    for (;;) {
      long t = top.load(std::memory_order_acquire);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      const long b = bottom.load(std::memory_order_acquire);
      if (t >= b) return std::nullopt;
      const int value = slots[t % 4].load(std::memory_order_relaxed);
      if (top.compare_exchange_strong(t, t + 1)) return value;
    }
  }
};

OVERTAKE_LINEARIZABLE(Deque, push(1), take(), steal());
OVERTAKE_SINGLE(push, take);
OVERTAKE_DISTINCT(push);

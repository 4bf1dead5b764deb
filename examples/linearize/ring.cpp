// A ring buffer for one producer and one consumer. -DEARLY publishes a slot before it is written.
// -DFENCE has a fence after each operation: without, what has ended may still wait in a buffer.
//
// expect --model sc --operations 3: linearizable
// expect --model tso: not-linearizable
// expect --model tso --require sequential: sequential
// expect --model tso --operations 3 --require sequential: not-sequential
// expect --model tso --operations 3 -- -DFENCE: linearizable
// expect --model pso --operations 3 -- -DFENCE: linearizable
// expect --model sc -- -DEARLY: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <optional>

struct Ring {
  static constexpr unsigned kSize = 2;
  std::atomic<int> slots[kSize] = {};
  std::atomic<unsigned> head{0};  // the next slot to write
  std::atomic<unsigned> tail{0};  // the next slot to read

  static void fence() {
#ifdef FENCE
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
  }

  bool push(int value) {
    const unsigned h = head.load(std::memory_order_relaxed);
    if (h - tail.load(std::memory_order_acquire) == kSize) return false;
#ifdef EARLY
    head.store(h + 1, std::memory_order_release);
    slots[h % kSize].store(value, std::memory_order_relaxed);
#else
    slots[h % kSize].store(value, std::memory_order_relaxed);
    head.store(h + 1, std::memory_order_release);
#endif
    fence();
    return true;
  }

  std::optional<int> pop() {
    const unsigned t = tail.load(std::memory_order_relaxed);
    if (t == head.load(std::memory_order_acquire)) return std::nullopt;
    const int value = slots[t % kSize].load(std::memory_order_relaxed);
    tail.store(t + 1, std::memory_order_release);
    fence();
    return value;
  }
};

OVERTAKE_LINEARIZABLE(Ring, push(1), pop());
OVERTAKE_SINGLE(push);
OVERTAKE_SINGLE(pop);
OVERTAKE_DISTINCT(push);

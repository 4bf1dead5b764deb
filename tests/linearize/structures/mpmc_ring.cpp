// A bounded queue for many producers and consumers, after Vyukov's. His own (-DVYUKOV) says empty,
// or full, when another thread is not done yet with the slot that is next: not linearizable.
// -DEARLY publishes a slot before its value is written; -DRELAXED writes both without an order,
// which PSO shows.
//
// expect --model sc: linearizable
// expect --model pso -- -DFENCE: linearizable
// expect --model sc -- -DVYUKOV: not-linearizable
// expect --model sc -- -DEARLY: not-linearizable
// expect --model sc -- -DRELAXED: linearizable
// expect --model tso -- -DRELAXED -DFENCE: linearizable
// expect --model pso -- -DRELAXED -DFENCE: not-linearizable
// expect --model pso --require sequential -- -DRELAXED: not-sequential
#include <overtake/linearize.h>

#include <atomic>
#include <optional>

#ifdef RELAXED
constexpr auto kPublish = std::memory_order_relaxed;
#else
constexpr auto kPublish = std::memory_order_release;
#endif

struct Ring {
  static constexpr unsigned kSize = 2;
  struct Slot {
    std::atomic<unsigned> sequence;
    std::atomic<int> value{0};
  };
  Slot slots[kSize];
  std::atomic<unsigned> tail{0}, head{0};

  Ring() {
    for (unsigned i = 0; i < kSize; ++i) slots[i].sequence.store(i);
  }
  static void fence() {
#ifdef FENCE
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
  }

  bool push(int value) {
    unsigned t = tail.load(std::memory_order_relaxed);
    for (;;) {
      Slot& s = slots[t % kSize];
      const int ahead = static_cast<int>(s.sequence.load(std::memory_order_acquire) - t);
      if (ahead < 0) {
#ifndef VYUKOV
        if (t - head.load() < kSize) {
          t = tail.load(std::memory_order_relaxed);
          continue;
        }
#endif
        return false;
      }
      if (ahead > 0) {
        t = tail.load(std::memory_order_relaxed);
      } else if (tail.compare_exchange_strong(t, t + 1)) {
#ifdef EARLY
        s.sequence.store(t + 1, kPublish);
        s.value.store(value, std::memory_order_relaxed);
#else
        s.value.store(value, std::memory_order_relaxed);
        s.sequence.store(t + 1, kPublish);
#endif
        fence();
        return true;
      }
    }
  }

  std::optional<int> pop() {
    unsigned h = head.load(std::memory_order_relaxed);
    for (;;) {
      Slot& s = slots[h % kSize];
      const int ahead = static_cast<int>(s.sequence.load(std::memory_order_acquire) - (h + 1));
      if (ahead < 0) {
#ifndef VYUKOV
        if (tail.load() != h) {
          h = head.load(std::memory_order_relaxed);
          continue;
        }
#endif
        return std::nullopt;
      }
      if (ahead > 0) {
        h = head.load(std::memory_order_relaxed);
      } else if (head.compare_exchange_strong(h, h + 1)) {
        const int value = s.value.load(std::memory_order_relaxed);
        s.sequence.store(h + kSize, kPublish);
        fence();
        return value;
      }
    }
  }
};

OVERTAKE_LINEARIZABLE(Ring, push(1), pop());
OVERTAKE_DISTINCT(push);

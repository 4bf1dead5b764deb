// A seqlock: readers see both halves of one write, or try again. -DNO_RETRY does not look whether a
// write came between.
//
// expect --model sc: linearizable
// expect-slowly --model sc --operations 3: linearizable
// expect --model tso --require sequential: sequential
// expect --model sc -- -DNO_RETRY: not-linearizable
// expect --model sc --require sequential -- -DNO_RETRY: not-sequential
#include <overtake/linearize.h>

#include <atomic>
#include <utility>

struct SeqLock {
  std::atomic<unsigned> sequence{0};
  std::atomic<int> low{0}, high{0};

  void write(int value) {
    const unsigned s = sequence.load(std::memory_order_relaxed);
    sequence.store(s + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    low.store(value, std::memory_order_relaxed);
    high.store(value, std::memory_order_relaxed);
    sequence.store(s + 2, std::memory_order_release);
  }

  std::pair<int, int> read() {
    for (;;) {
      const unsigned before = sequence.load(std::memory_order_acquire);
      const std::pair<int, int> value(low.load(std::memory_order_relaxed),
                                      high.load(std::memory_order_relaxed));
#ifndef NO_RETRY
      std::atomic_thread_fence(std::memory_order_acquire);
      if (before % 2 != 0 || sequence.load(std::memory_order_relaxed) != before) continue;
#endif
      return value;
    }
  }
};

OVERTAKE_LINEARIZABLE(SeqLock, write(1, 2), read());
OVERTAKE_SINGLE(write);

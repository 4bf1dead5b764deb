// A snapshot of two registers. It reads twice until both readings are equal; -DONCE reads once, so
// that it may see the second of two writes without the first.
//
// expect --model sc: linearizable
// expect --model sc --operations 2 -- -DONCE: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <utility>

struct Snapshot {
  std::atomic<int> left{0}, right{0};
  void write_left(int v) { left.store(v); }
  void write_right(int v) { right.store(v); }
  std::pair<int, int> scan() {
#ifdef ONCE
    const int l = left.load();
    return {l, right.load()};
#else
    for (;;) {
      const int l = left.load(), r = right.load();
      if (left.load() == l && right.load() == r) return {l, r};
    }
#endif
  }
};

OVERTAKE_LINEARIZABLE(Snapshot, write_left(1), write_right(1), scan());

// Two words that writers change under a lock that readers share. -DNO_READ_LOCK reads without it.
//
// expect --model sc: linearizable
// expect --model pso: linearizable
// expect --model sc -- -DNO_READ_LOCK: not-linearizable
#include <overtake/linearize.h>

#include <mutex>
#include <shared_mutex>
#include <utility>

struct Cell {
  std::shared_mutex mutex;
  int first = 0, second = 0;
  void set(int v) {
    const std::unique_lock lock(mutex);
    first = v;
    second = v;
  }
  std::pair<int, int> get() {
#ifndef NO_READ_LOCK
    const std::shared_lock lock(mutex);
#endif
    const int f = first;
    return {f, second};
  }
};

OVERTAKE_LINEARIZABLE(Cell, set(1, 2), get());
OVERTAKE_INTERCHANGEABLE(set);

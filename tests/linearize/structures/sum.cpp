// A counter in two parts, of which each thread may take either. Reading both parts one after the
// other is linearizable if they only grow; with -DDOWN it is not.
//
// expect --model sc: linearizable
// expect --model sc --threads 2 --operations 3 -- -DDOWN: not-linearizable
#include <overtake/linearize.h>

#include <atomic>

struct Counter {
  std::atomic<int> parts[2] = {};
  void up(int part) { parts[part].fetch_add(1); }
  void down(int part) { parts[part].fetch_sub(1); }
  int sum() {
    const int first = parts[0].load();
    return first + parts[1].load();
  }
};

#ifdef DOWN
OVERTAKE_LINEARIZABLE(Counter, up(0, 1), down(0, 1), sum());
#else
OVERTAKE_LINEARIZABLE(Counter, up(0, 1), sum());
#endif

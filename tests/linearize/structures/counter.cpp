// A counter: with an atomic increment, and with a read and a write (-DTORN).
//
// expect --model sc --operations 3: linearizable
// expect --model pso --threads 3 --operations 2: linearizable
// expect --model sc -- -DTORN: not-linearizable
// expect --model sc --require sequential -- -DTORN: not-sequential
// expect --model sc --require quiescent -- -DTORN: not-quiescent
#include <overtake/linearize.h>

#include <atomic>

struct Counter {
  std::atomic<int> value{0};
#ifdef TORN
  int add() {
    const int old = value.load();
    value.store(old + 1);
    return old;
  }
#else
  int add() { return value.fetch_add(1); }
#endif
  int get() { return value.load(); }
};

OVERTAKE_LINEARIZABLE(Counter, add(), get());

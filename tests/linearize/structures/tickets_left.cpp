// A number of places that must not become negative. -DTORN looks first and takes then.
//
// expect --model sc: linearizable
// expect --model tso --threads 3 --operations 1: linearizable
// expect --model sc -- -DTORN: not-linearizable
#include <overtake/linearize.h>

#include <atomic>

struct Places {
  std::atomic<int> left{1};
  bool take() {
#ifdef TORN
    if (left.load() == 0) return false;
    left.fetch_sub(1);
    return true;
#else
    int n = left.load();
    while (n > 0)
      if (left.compare_exchange_strong(n, n - 1)) return true;
    return false;
#endif
  }
  void give() { left.fetch_add(1); }
  bool sound() const { return left.load() >= 0; }
};

OVERTAKE_LINEARIZABLE(Places, take(), give());

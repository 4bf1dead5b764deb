// A set guarded by a spin lock. -DTEST_THEN_SET takes the lock in two steps.
//
// expect --model sc: linearizable
// expect --model pso: linearizable
// expect --model sc -- -DTEST_THEN_SET: not-linearizable
#include <overtake/linearize.h>

#include <atomic>

struct Set {
  std::atomic<int> locked{0};
  int size = 0;
  int elements[4] = {};

  void lock() {
#ifdef TEST_THEN_SET
    while (locked.load() != 0) {
    }
    locked.store(1);
#else
    while (locked.exchange(1) != 0) {
    }
#endif
  }
  void unlock() { locked.store(0); }

  bool add(int v) {
    lock();
    bool there = false;
    for (int i = 0; i < size; ++i) there |= elements[i] == v;
    if (!there) elements[size++] = v;
    unlock();
    return !there;
  }
  bool has(int v) {
    lock();
    bool there = false;
    for (int i = 0; i < size; ++i) there |= elements[i] == v;
    unlock();
    return there;
  }
};

OVERTAKE_LINEARIZABLE(Set, add(1, 2), has(1, 2));
OVERTAKE_INTERCHANGEABLE(add, has);

// A map guarded by a ticket lock. -DTORN_TICKET draws tickets without an atomic operation: two threads
// may draw the same one, and a third number is never served.
//
// expect --model sc: linearizable
// expect --model tso: linearizable
// expect --model sc -- -DTORN_TICKET: hang
#include <overtake/linearize.h>

#include <atomic>
#include <optional>

struct Map {
  std::atomic<unsigned> next{0}, serving{0};
  int keys[2] = {}, values[2] = {};
  int size = 0;

  void lock() {
#ifdef TORN_TICKET
    const unsigned mine = next.load();
    next.store(mine + 1);
#else
    const unsigned mine = next.fetch_add(1);
#endif
    while (serving.load(std::memory_order_acquire) != mine) {
    }
  }
  void unlock() {
    serving.store(serving.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  bool put(int key, int value) {
    lock();
    bool added = size < 2;
    for (int i = 0; i < size; ++i) added = added && keys[i] != key;
    if (added) {
      keys[size] = key;
      values[size++] = value;
    }
    unlock();
    return added;
  }

  std::optional<int> get(int key) {
    std::optional<int> found;
    lock();
    for (int i = 0; i < size; ++i)
      if (keys[i] == key) found = values[i];
    unlock();
    return found;
  }
};

OVERTAKE_LINEARIZABLE(Map, put((1, 10), (2, 20)), get(1));

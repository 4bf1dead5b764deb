// A value that the first reader makes (double-checked locking). -DRELAXED publishes it without an
// order, which PSO shows.
//
// expect --model sc: linearizable
// expect --model pso: linearizable
// expect --model tso -- -DRELAXED: linearizable
// expect --model pso -- -DRELAXED: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <mutex>

#ifdef RELAXED
constexpr auto kPublish = std::memory_order_relaxed;
#else
constexpr auto kPublish = std::memory_order_release;
#endif

struct Lazy {
  struct Value {
    std::atomic<int> number{0};
  };
  Value value;
  std::atomic<Value*> made{nullptr};
  std::mutex mutex;

  int get() {
    Value* v = made.load(std::memory_order_acquire);
    if (v == nullptr) {
      const std::lock_guard lock(mutex);
      v = made.load(std::memory_order_relaxed);
      if (v == nullptr) {
        value.number.store(42, std::memory_order_relaxed);
        v = &value;
        made.store(v, kPublish);
      }
    }
    return v->number.load(std::memory_order_relaxed);
  }
};

OVERTAKE_LINEARIZABLE(Lazy, get());

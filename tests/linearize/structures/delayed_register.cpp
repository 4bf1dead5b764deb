// A register whose writes are published by the writer's next read: sequentially consistent under
// SC, and not linearizable.
//
// expect --model sc --require sequential: sequential
// expect --model sc: not-linearizable
// expect --model sc --require quiescent: not-quiescent
#include <overtake/linearize.h>

#include <atomic>

thread_local int pending = -1;

struct Register {
  std::atomic<int> value{0};
  void write(int v) { pending = v; }
  int read() {
    if (pending >= 0) value.store(pending);
    pending = -1;
    return value.load();
  }
};

struct Specification {
  int value = 0;
  void write(int v) { value = v; }
  int read() { return value; }
};

OVERTAKE_LINEARIZABLE(Register, write(1, 2), read());
OVERTAKE_SPECIFICATION(Specification);

// Dekker's algorithm for two threads. N: rounds. Right under every model with its fences;
// -DNO_FENCE leaves them out, which is right under SC only.
#include "critical.h"
#ifndef N
#define N 1
#endif

#ifdef NO_FENCE
#define raise(x) store(x, 1)
#else
#define raise(x) set(x, 1)
#endif

atomic_int wants[2], turn;

static void lock(int i) {
  raise(wants[i]);
  while (load(wants[1 - i])) {
    if (load(turn) != i) {
      store(wants[i], 0);
      await(load(turn) == i);
      raise(wants[i]);
    }
  }
}

static void unlock(int i) {
  publish(turn, 1 - i);
  publish(wants[i], 0);
}

void* work(void* argument) {
  int i = number(argument);
  for (int round = 0; round < N; round++) {
    lock(i);
    critical_section();
    unlock(i);
  }
  return NULL;
}

int main(void) { run_exclusive(work, 2, N); }

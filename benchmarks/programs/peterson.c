// Peterson's algorithm for two threads. N: rounds. Right under every model with its fences;
// -DNO_FENCE leaves them out, which is right under SC only.
#include "critical.h"
#ifndef N
#define N 1
#endif

atomic_int wants[2], turn;

static void lock(int i) {
  publish(wants[i], 1);
  publish(turn, 1 - i);
#ifndef NO_FENCE
  fence();
#endif
  await(!load(wants[1 - i]) || load(turn) == i);
}

static void unlock(int i) { publish(wants[i], 0); }

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

// A lock that spins on compare-exchange. N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 3
#endif

atomic_int taken;

static void lock(void) {
  int unlocked;
  do {
    unlocked = 0;
  } while (!cas(taken, unlocked, 1));
}

static void unlock(void) { publish(taken, 0); }

void* work(void* argument) {
  (void)argument;
  lock();
  critical_section();
  unlock();
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

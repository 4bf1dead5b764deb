// Test and test-and-set. N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 3
#endif

atomic_int taken;

static void lock(void) {
  do {
    await(!load(taken));
  } while (exchange(taken, 1));
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

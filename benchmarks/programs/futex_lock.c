// A lock of three states as it is built on futexes; sleeping is spinning here. N: threads.
// Right under every model.
#include "critical.h"
#ifndef N
#define N 3
#endif

enum { FREE, TAKEN, CONTENDED };
atomic_int state;

static void lock(void) {
  int seen = FREE;
  if (cas(state, seen, TAKEN)) return;
  while (exchange(state, CONTENDED) != FREE) await(load(state) != CONTENDED);
}

static void unlock(void) { publish(state, FREE); }

void* work(void* argument) {
  (void)argument;
  lock();
  critical_section();
  unlock();
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

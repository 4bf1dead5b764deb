// The CLH queue lock: each thread spins on the node before its own. N: threads. Right under every
// model.
#include "critical.h"
#ifndef N
#define N 3
#endif

atomic_int held[N + 1];  // node N is there from the beginning, free
atomic_int tail = N;

static void lock(int i) {
  publish(held[i], 1);
  int before = exchange(tail, i);
  await(!load(held[before]));
}

static void unlock(int i) { publish(held[i], 0); }

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

// Lamport's fast mutual exclusion. N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 2
#endif

atomic_int wants[N], x, y;  // x and y hold a thread's number + 1

static void lock(int i) {
  for (;;) {
    set(wants[i], 1);
    set(x, i + 1);
    if (load(y) != 0) {
      store(wants[i], 0);
      await(load(y) == 0);
      continue;
    }
    set(y, i + 1);
    if (load(x) == i + 1) return;
    set(wants[i], 0);
    for (int j = 0; j < N; j++) await(!load(wants[j]));
    if (load(y) == i + 1) return;
    await(load(y) == 0);
  }
}

static void unlock(int i) {
  publish(y, 0);
  publish(wants[i], 0);
}

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

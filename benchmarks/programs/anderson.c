// Anderson's array lock: each thread spins on a slot of its own. N: threads. Right under every
// model.
#include "critical.h"
#ifndef N
#define N 3
#endif

atomic_int next, open[N + 1] = {1};
int slot[N];  // each thread's own

static void lock(int i) {
  slot[i] = fetch_add(next, 1);
  await(load(open[slot[i]]));
}

static void unlock(int i) { publish(open[slot[i] + 1], 1); }

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

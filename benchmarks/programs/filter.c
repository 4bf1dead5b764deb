// Peterson's algorithm for N threads, who pass N - 1 levels. Right under every model.
#include "critical.h"
#ifndef N
#define N 2
#endif

atomic_int level[N], last[N];

static int alone_above(int i, int l) {
  for (int j = 0; j < N; j++)
    if (j != i && load(level[j]) >= l) return 0;
  return 1;
}

static void lock(int i) {
  for (int l = 1; l < N; l++) {
    publish(level[i], l);
    set(last[l], i);
    await(alone_above(i, l) || load(last[l]) != i);
  }
}

static void unlock(int i) { publish(level[i], 0); }

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

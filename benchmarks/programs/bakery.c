// Lamport's bakery. N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 2
#endif

atomic_int choosing[N], ticket[N];

static void lock(int i) {
  set(choosing[i], 1);
  int highest = 0;
  for (int j = 0; j < N; j++) {
    int other = load(ticket[j]);
    if (other > highest) highest = other;
  }
  int mine = highest + 1;
  publish(ticket[i], mine);
  set(choosing[i], 0);
  for (int j = 0; j < N; j++) {
    if (j == i) continue;
    await(!load(choosing[j]));
    for (;;) {
      int other = load(ticket[j]);
      if (other == 0 || other > mine || (other == mine && j > i)) break;
    }
  }
}

static void unlock(int i) { publish(ticket[i], 0); }

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

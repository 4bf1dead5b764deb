// Dijkstra's algorithm for N threads; a thread that gives way waits for the other to leave.
// Right under every model.
#include "critical.h"
#ifndef N
#define N 2
#endif

atomic_int busy[N], inside[N], turn;

static int rival(int i) {
  for (int j = 0; j < N; j++)
    if (j != i && load(inside[j])) return j;
  return -1;
}

static void lock(int i) {
  set(busy[i], 1);
  for (;;) {
    for (;;) {
      int t = load(turn);
      if (t == i) break;
      if (!load(busy[t])) set(turn, i);
    }
    set(inside[i], 1);
    int other = rival(i);
    if (other < 0) return;
    set(inside[i], 0);
    await(!load(inside[other]));
  }
}

static void unlock(int i) {
  publish(inside[i], 0);
  publish(busy[i], 0);
}

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

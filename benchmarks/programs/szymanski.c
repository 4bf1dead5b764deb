// Szymanski's algorithm with a waiting room of two doors. N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 2
#endif

enum { OUTSIDE, WANTS, IN_ROOM, AT_DOOR, DOOR_CLOSED };
atomic_int at[N];

static int someone(int state) {
  for (int j = 0; j < N; j++)
    if (load(at[j]) == state) return 1;
  return 0;
}

static void lock(int i) {
  set(at[i], WANTS);
  for (int j = 0; j < N; j++) await(load(at[j]) < AT_DOOR);
  set(at[i], AT_DOOR);
  if (someone(WANTS)) {
    set(at[i], IN_ROOM);
    await(someone(DOOR_CLOSED));
  }
  set(at[i], DOOR_CLOSED);
  for (int j = 0; j < i; j++) await(load(at[j]) < IN_ROOM);
}

static void unlock(int i) {
  for (int j = i + 1; j < N; j++) {
    for (;;) {
      int other = load(at[j]);
      if (other < IN_ROOM || other == DOOR_CLOSED) break;
    }
  }
  publish(at[i], OUTSIDE);
}

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }

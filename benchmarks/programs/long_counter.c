// Two threads increment a counter of their own N times and meet only at the end: long executions
// with many stores to one location. Right under every model.
#include "threads.h"
#ifndef N
#define N 500
#endif

atomic_int own[2], shared;

void* work(void* argument) {
  int i = number(argument);
  for (int k = 0; k < N; k++) store(own[i], load(own[i]) + 1);
  store(shared, i + 1);
  assert(load(shared) > 0 && load(own[i]) == N);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 2; i++) start(work, i);
}

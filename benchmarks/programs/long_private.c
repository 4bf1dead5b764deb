// Two threads of N stores and N loads each, at places of their own, who meet only at the end: the
// cost of long executions, of which there are few. Right under every model.
#include "threads.h"
#ifndef N
#define N 500
#endif

atomic_int own[2][N], shared;

void* work(void* argument) {
  int i = number(argument);
  for (int k = 0; k < N; k++) store(own[i][k], k);
  for (int k = 0; k < N; k++) assert(load(own[i][k]) == k);
  store(shared, i + 1);
  assert(load(shared) > 0);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 2; i++) start(work, i);
}

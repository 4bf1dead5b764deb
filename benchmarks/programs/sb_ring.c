// Store buffering in a ring of N threads: thread i stores x[i], then loads x[i + 1].
// Nothing is asserted: SC has 2^N - 1 classes, TSO and PSO one more.
#include "threads.h"
#ifndef N
#define N 8
#endif

atomic_int x[N];

void* work(void* argument) {
  int i = number(argument);
  store(x[i], 1);
  (void)load(x[(i + 1) % N]);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(work, i);
}

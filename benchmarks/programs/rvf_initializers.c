// N variables, each initialized by two threads alike; one of them then reads them all. Each read has
// two sources: 2^N classes and more by source, one by value. Right under every model.
#include "threads.h"
#ifndef N
#define N 6
#endif

atomic_int x[N];

void* initialize(void* unused) {
  (void)unused;
  for (int i = 0; i < N; i++) store(x[i], 1);
  return NULL;
}

void* initialize_and_check(void* unused) {
  (void)unused;
  for (int i = 0; i < N; i++) store(x[i], 1);
  for (int i = 0; i < N; i++) assert(load(x[i]) == 1);
  return NULL;
}

int main(void) {
  start(initialize, 0);
  start(initialize_and_check, 1);
}

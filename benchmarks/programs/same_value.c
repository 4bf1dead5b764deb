// N threads store the same value and load it: (N + 1)^(N - 1) classes by source, one by value.
// Right under every model.
#include "threads.h"
#ifndef N
#define N 5
#endif

atomic_int s;

void* work(void* unused) {
  (void)unused;
  store(s, 4);
  assert(load(s) == 4);
  return NULL;
}

int main(void) {
  store(s, 0);
  for (int i = 0; i < N; i++) start(work, i);
}

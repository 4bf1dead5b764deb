// N threads increment two counters atomically. Right under every model: (N!)^2 classes.
#include "threads.h"
#ifndef N
#define N 4
#endif

atomic_int x, y;

void* work(void* unused) {
  (void)unused;
  fetch_add(x, 1);
  int before = fetch_add(y, 1);
  assert(before < N);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(work, i);
}

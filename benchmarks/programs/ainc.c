// N threads increment atomically. Right under every model: N! classes.
#include "threads.h"
#ifndef N
#define N 6
#endif

atomic_int x;

void* work(void* unused) {
  (void)unused;
  int before = fetch_add(x, 1);
  assert(before >= 0 && before < N);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(work, i);
}

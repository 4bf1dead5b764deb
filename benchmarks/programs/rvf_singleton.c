// A lazily initialized singleton: N threads initialize it if they find it missing, and use it.
// Whichever thread initialized it, it is the same. Right under every model.
#include "threads.h"
#ifndef N
#define N 4
#endif

atomic_int instance;

void* use(void* unused) {
  (void)unused;
  if (load(instance) == 0) store(instance, 1);
  assert(load(instance) == 1);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(use, i);
}

// One thread writes, N threads read. Right under every model: 2^N classes.
#include "threads.h"
#ifndef N
#define N 8
#endif

atomic_int x;

void* write(void* unused) {
  (void)unused;
  store(x, 1);
  return NULL;
}

void* read(void* unused) {
  (void)unused;
  int seen = load(x);
  assert(seen == 0 || seen == 1);
  return NULL;
}

int main(void) {
  start(write, 0);
  for (int i = 0; i < N; i++) start(read, i);
}

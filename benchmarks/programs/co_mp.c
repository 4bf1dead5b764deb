// Coherence: N threads store x twice, one loads it twice. Right under every model.
#include "threads.h"
#ifndef N
#define N 3
#endif

atomic_int x;

void* write(void* argument) {
  int i = number(argument);
  store(x, 2 * i + 1);
  store(x, 2 * i + 2);
  return NULL;
}

void* read(void* unused) {
  (void)unused;
  int first = load(x);
  int second = load(x);
  // Never the two stores of one thread the wrong way round, and never back to the beginning.
  assert(!(first && first % 2 == 0 && second == first - 1) && !(first && !second));
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(write, i);
  start(read, N);
}

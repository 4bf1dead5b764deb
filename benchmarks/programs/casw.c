// N threads compete by compare-exchange, then store. Right under every model.
#include "threads.h"
#ifndef N
#define N 4
#endif

atomic_int x;

void* work(void* argument) {
  int k = number(argument);
  int old = 0;
  cas(x, old, 1);
  store(x, k + 3);
  return NULL;
}

int main(void) {
  for (int k = 0; k < N; k++) start(work, k);
}

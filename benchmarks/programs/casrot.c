// Thread k = 1 .. N turns k - 1 into k by compare-exchange. Right under every model.
#include "threads.h"
#ifndef N
#define N 7
#endif

atomic_int x;

void* work(void* argument) {
  int k = number(argument);
  int old = k - 1;
  if (!cas(x, old, k)) assert(old >= 0 && old <= N && old != k - 1);
  return NULL;
}

int main(void) {
  for (int k = 1; k <= N; k++) start(work, k);
}

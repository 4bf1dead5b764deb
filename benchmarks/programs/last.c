// N threads store, main joins them and loads: N classes of N! orders. Right under every model.
#include "threads.h"
#ifndef N
#define N 7
#endif

atomic_int x;

void* work(void* argument) {
  store(x, number(argument) + 1);
  return NULL;
}

int main(void) {
  run(work, N);
  assert(load(x) > 0);
}

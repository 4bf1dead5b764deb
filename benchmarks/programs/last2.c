// N threads store twice, main joins them and loads: N classes. Right under every model.
#include "threads.h"
#ifndef N
#define N 4
#endif

atomic_int x;

void* work(void* argument) {
  int i = number(argument);
  store(x, -1);
  store(x, i + 1);
  return NULL;
}

int main(void) {
  run(work, N);
  assert(load(x) > 0);
}

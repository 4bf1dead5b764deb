// N threads copy a token along a ring once, without waiting for it. Right under every model.
#include "threads.h"
#ifndef N
#define N 4
#endif

atomic_int token[N];

void* work(void* argument) {
  int i = number(argument);
  store(token[(i + 1) % N], load(token[i]) + (i == 0));
  return NULL;
}

int main(void) {
  store(token[0], 1);
  run(work, N);
  assert(load(token[0]) >= 0 && load(token[1]) >= 1);
}

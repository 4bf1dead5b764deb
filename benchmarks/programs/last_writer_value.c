// N threads store the same value but for one; main joins them and loads: N classes by source, two
// by value. Right under every model.
#include "threads.h"
#ifndef N
#define N 7
#endif

atomic_int v;

void* work(void* argument) {
  store(v, number(argument) == 0 ? 'Y' : 'X');
  return NULL;
}

int main(void) {
  run(work, N);
  int seen = load(v);
  assert(seen == 'X' || seen == 'Y');
}

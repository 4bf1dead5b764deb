// N + 1 threads store 1 to x and y; all but the first then load x or y in turn. With N = 2 the
// first example of the reads-value-from paper: nine classes by source, one by value. Right under
// every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

atomic_int x, y;

void* work(void* argument) {
  int i = number(argument);
  store(x, 1);
  store(y, 1);
  if (i > 0) assert((i % 2 ? load(x) : load(y)) == 1);
  return NULL;
}

int main(void) {
  for (int i = 0; i <= N; i++) start(work, i);
}

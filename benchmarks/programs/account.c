// N + 1 deposits without a lock; main joins them and reads the balance. Deposits get lost under
// every model: all that is asserted is that one arrives.
#include "threads.h"
#ifndef N
#define N 3
#endif

atomic_int a;

void* deposit(void* argument) {
  int d = number(argument) + 1;
  int before = load(a);
  store(a, before + d);
  return NULL;
}

int main(void) {
  run(deposit, N + 1);
  assert(load(a) > 0);
}

// Two threads add up Fibonacci numbers in two variables. N: additions a thread.
// Right under every model. -DQUIET leaves main's two loads out.
#include "threads.h"
#ifndef N
#define N 3
#endif

atomic_int i, j;

void* add_to_i(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    int a = load(i), b = load(j);
    store(i, a + b);
  }
  return NULL;
}

void* add_to_j(void* unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    int a = load(j), b = load(i);
    store(j, a + b);
  }
  return NULL;
}

int main(void) {
  store(i, 1);
  store(j, 1);
  start(add_to_i, 0);
  start(add_to_j, 1);
#ifndef QUIET
  int a = load(i), b = load(j);
  int limit = 1, last = 1;  // no value exceeds the (2N+2)th Fibonacci number
  for (int k = 0; k < 2 * N; k++) {
    int next = limit + last;
    last = limit;
    limit = next;
  }
  assert(a <= limit && b <= limit);
#endif
  pthread_exit(NULL);
}

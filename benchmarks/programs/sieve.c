// The sieve of Eratosthenes up to N by two threads that both do all of it. Right under every model.
#include "threads.h"
#ifndef N
#define N 10
#endif

atomic_int a[N + 1];

void* sieve(void* unused) {
  (void)unused;
  for (int i = 2; i <= N; i++)
    if (load(a[i]) == 0)
      for (int j = 2 * i; j <= N; j += i) store(a[j], 1);
  return NULL;
}

int main(void) {
  run(sieve, 2);
#ifdef CHECK
  for (int i = 2; i <= N; i++) {
    int composite = 0;
    for (int d = 2; d < i; d++)
      if (i % d == 0) composite = 1;
    assert(load(a[i]) == composite);
  }
#endif
}

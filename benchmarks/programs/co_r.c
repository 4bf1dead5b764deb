// Coherence: N threads store x twice, one stores it, then loads it; main joins all and loads twice.
// Right under every model.
#include "threads.h"
#ifndef N
#define N 3
#endif

atomic_int x;

void* write(void* unused) {
  (void)unused;
  store(x, 1);
  store(x, 2);
  return NULL;
}

void* other(void* unused) {
  (void)unused;
  store(x, 3);
  assert(load(x) > 0);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  for (int i = 0; i < N; i++) threads[i] = start(write, i);
  threads[N] = start(other, N);
  for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
  int first = load(x);
  int second = load(x);
  assert(first == second && first >= 2);
}

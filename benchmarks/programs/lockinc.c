// N threads increment under a lock. Right under every model: N! classes.
#include "threads.h"
#ifndef N
#define N 5
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x;

void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int before = load(x);
  assert(before < N);
  store(x, before + 1);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(work, i);
}

// Thread 0 looks for the last zero of an array in which thread k sets a[k] = a[k - 1] + 1.
// N: threads that write. Right under every model.
#include "threads.h"
#ifndef N
#define N 8
#endif

atomic_int a[N + 1];

void* find(void* unused) {
  (void)unused;
  int i = N;
  while (load(a[i]) != 0) i--;
  assert(i >= 0);
  return NULL;
}

void* add(void* argument) {
  int k = number(argument);
  int before = load(a[k - 1]);
  store(a[k], before + 1);
  return NULL;
}

int main(void) {
  start(find, 0);
  for (int k = 1; k <= N; k++) start(add, k);
}

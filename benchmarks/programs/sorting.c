// Neighbours of an array of N are put in order by one thread a pair, N - 1 times each, under locks
// of the two elements. Not always sorted at the end, but always a permutation. Right under every
// model.
#include "threads.h"
#ifndef N
#define N 3
#endif

pthread_mutex_t element[N];
atomic_int a[N];

void* work(void* argument) {
  int i = number(argument);
  for (int round = 1; round < N; round++) {
    pthread_mutex_lock(&element[i]);
    pthread_mutex_lock(&element[i + 1]);
    int left = load(a[i]), right = load(a[i + 1]);
    if (left > right) {
      store(a[i], right);
      store(a[i + 1], left);
    }
    pthread_mutex_unlock(&element[i + 1]);
    pthread_mutex_unlock(&element[i]);
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_init(&element[i], NULL);
    store(a[i], N - i);
  }
  run(work, N - 1);
  int sum = 0;
  for (int i = 0; i < N; i++) sum += load(a[i]);
  assert(sum == N * (N + 1) / 2);
}

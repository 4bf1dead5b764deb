// Exponential back-off by rand() % limit. The limit decides whether the division fails, so each of
// its six values is a round of its own.
// overtake: model=sc,tso,pso verdict=safe executions=12
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int lock;
static int n;

static void *counts(void *argument) {
  int limit = 2;
  while (atomic_exchange(&lock, 1)) {
    int delay = rand() % limit;
    for (volatile int i = 0; i < delay; i++) {
    }
    if (limit < 64) limit *= 2;
  }
  n++;
  atomic_store(&lock, 0);
  return argument;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, counts, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
}

// Each round that finds nothing leaves its memory where another thread looks for it: rounds are
// told apart, and the third is too much.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;
static _Atomic(int*) last;

static void* consume(void* argument) {
  int rounds = 0;
  while (!atomic_load(&ready)) {
    int* round = malloc(sizeof *round);
    *round = ++rounds;
    atomic_store(&last, round);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, consume, NULL);
  const int* seen = atomic_load(&last);
  atomic_store(&ready, 1);
  if (seen != NULL) assert(*seen != 3);
  pthread_join(t, NULL);
  return 0;
}

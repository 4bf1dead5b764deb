// The object of each round but the last is kept: no round is like the one before, and the third
// one finds the limit.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;

static void *waits(void *argument) {
  int *last = NULL;
  int *before = NULL;
  int rounds = 0;
  while (!atomic_load(&ready)) {
    int *now = malloc(sizeof *now);
    *now = rounds++;
    assert(before == NULL || *before == 0);
    if (before == NULL)
      before = last;
    else
      free(last);
    last = now;
    assert(rounds < 4);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}

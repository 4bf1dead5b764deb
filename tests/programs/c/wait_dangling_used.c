// A pointer to what the last round has freed is followed if the flag is set later than in the first
// round.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;

static void *waits(void *argument) {
  int *last = NULL;
  while (!atomic_load(&ready)) {
    last = malloc(sizeof *last);
    *last = 1;
    free(last);
  }
  return last != NULL ? (void *)(long)*last : argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}

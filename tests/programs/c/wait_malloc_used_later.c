// A round that finds nothing frees its copy and then looks at it: that is found although the round
// is one that only waits.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;

static void* consume(void* argument) {
  for (;;) {
    int* copy = malloc(sizeof *copy);
    *copy = atomic_load(&ready);
    if (*copy != 0) {
      free(copy);
      return argument;
    }
    free(copy);
    if (*(volatile int*)copy != 0) return argument;
  }
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, consume, NULL);
  atomic_store(&ready, 1);
  pthread_join(t, NULL);
  return 0;
}

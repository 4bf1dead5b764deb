// Back-off with a limit that becomes 0 after three rounds.
// overtake: model=sc,tso,pso verdict=error kind=division-by-zero
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;

static void *waits(void *argument) {
  int limit = 3;
  while (!atomic_load(&ready)) {
    int delay = rand() % limit;
    for (volatile int i = 0; i < delay; i++) {
    }
    limit--;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}

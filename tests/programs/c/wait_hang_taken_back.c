// The flag is set and taken back: who comes too late waits for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

void *waits(void *argument) {
  unsigned spins = 0;
  while (!atomic_load(&ready))
    if (++spins == 1000) spins = 0;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  atomic_store(&ready, 0);
  pthread_join(t, 0);
}

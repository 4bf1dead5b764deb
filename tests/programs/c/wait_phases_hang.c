// Goes through phases while it waits, the first of them but once.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *waits(void *argument) {
  int phase = 0;
  while (phase != 3) {
    const int found = atomic_load(&ready);
    phase = found ? 3 : phase == 1 ? 2 : 1;
  }
  return argument;
}

static void *serves(void *argument) {
  atomic_store(&ready, 1);
  atomic_store(&ready, 0);
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waits, 0);
  pthread_create(&u, 0, serves, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

// ... and so it is when nobody ends the waiting.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owner;
static atomic_int ready;

static void *waits(void *argument) {
  for (;;) {
    while (atomic_exchange(&owner, 1)) {
    }
    int now = atomic_load(&ready);
    if (atomic_load(&owner) != 1) abort();
    atomic_store(&owner, 0);
    if (now) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  pthread_join(t, 0);
}

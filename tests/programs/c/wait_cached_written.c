// The copy is no private word: main writes it, too, so that storing what was read there undoes that.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int copy, stop;

static void *waits(void *argument) {
  int seen = atomic_load(&copy);
  for (int round = 0; round < 2; ++round) {
    atomic_store(&copy, seen);
    if (atomic_load(&stop)) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&copy, 5);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  assert(atomic_load(&copy) == 5);
}

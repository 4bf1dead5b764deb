// A waiter puts back what it has read, round by round, into a word that main writes: a round that
// comes to nothing undoes what main stored.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int copy, stop;

static void *waits(void *argument) {
  for (;;) {
    int seen = atomic_load(&copy);
    if (atomic_load(&stop)) break;
    atomic_store(&copy, seen);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&copy, 5);
  assert(atomic_load(&copy) == 5);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
}

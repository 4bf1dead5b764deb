// A waiter that stores what it has read, again and again, to a word that main writes as well: the
// rounds are no waits, since one of them may undo what main stored.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int copy, stop;

static void *waits(void *argument) {
  for (int round = 0; round < 3; ++round) {
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
  pthread_join(t, 0);
  assert(atomic_load(&copy) == 5);
}

// Bounded retries that give up: here the counter matters.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=14
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

void *waits(void *argument) {
  int tries = 0;
  while (tries < 3 && !atomic_load(&ready)) {
    ++tries;
  }
  assert(tries < 3);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}

// Up to three looks, and how many it were is in the result: every number of them is an execution.
// overtake: model=sc,tso,pso verdict=safe executions=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int ready;

void *waits(void *argument) {
  (void)argument;
  intptr_t tries = 0;
  while (tries < 3 && !atomic_load(&ready)) ++tries;
  return (void *)tries;
}

int main(void) {
  pthread_t t;
  void *tries;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  pthread_join(t, &tries);
  assert((intptr_t)tries <= 3);
}

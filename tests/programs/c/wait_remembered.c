// The counter is asked for after the loop, only whether there was any waiting: it matters, and two values are enough.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=17
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_int ready;

void *waits(void *argument) {
  bool waited = false;
  while (!atomic_load(&ready)) waited = true;
  if (!waited) return argument;
  /* It is never too late, says this assertion. */
  int late = waited;
  (void)late;
  assert(!waited);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}

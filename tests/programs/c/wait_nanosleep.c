// The same nap in every round.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

atomic_int ready;
int data;

void *waits(void *argument) {
  const struct timespec nap = {0, 1000};
  while (!atomic_load(&ready)) nanosleep(&nap, 0);
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}

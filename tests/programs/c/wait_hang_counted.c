// Nobody sets the flag, however often one looks.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int ready, done;

void *waits(void *argument) {
  for (int attempt = 0;;) {
    if (++attempt > 3) attempt = 0, sched_yield();
    if (atomic_load(&ready)) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&done, 1); /* the wrong one */
  pthread_join(t, 0);
}

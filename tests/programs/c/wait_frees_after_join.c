// As wait_frees_polled.c, but the object is freed when the thread is gone.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counter { atomic_int value; } *counter;
atomic_int stop, started;

void* poller(void* arg) {
  started = 1;
  while (!atomic_load_explicit(&stop, memory_order_relaxed))
    (void)atomic_load_explicit(&counter->value, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  counter = calloc(1, sizeof *counter);
  pthread_create(&t, NULL, poller, NULL);
  while (!started) {}
  stop = 1;
  pthread_join(t, NULL);
  free(counter);
}

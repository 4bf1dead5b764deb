// The thread that polls says that it has left its loop before the object is freed.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counter { atomic_int value; } *counter;
atomic_int stop, left;

void* poller(void* arg) {
  while (!atomic_load_explicit(&stop, memory_order_relaxed))
    (void)atomic_load_explicit(&counter->value, memory_order_relaxed);
  atomic_store_explicit(&left, 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  counter = calloc(1, sizeof *counter);
  pthread_create(&t, NULL, poller, NULL);
  stop = 1;
  while (!atomic_load_explicit(&left, memory_order_acquire)) {}
  free(counter);
  pthread_join(t, NULL);
}

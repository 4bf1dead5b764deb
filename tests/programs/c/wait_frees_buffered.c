// The flag may stay in a buffer until after the object is freed, but free comes after the join.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int stop;

void* poller(void* arg) {
  atomic_int* polled = arg;
  while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
    if (atomic_load_explicit(polled, memory_order_relaxed) == 2) break;
  }
  return NULL;
}

int main(void) {
  pthread_t t[2];
  atomic_int* polled = calloc(1, sizeof *polled);
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], NULL, poller, polled);
  atomic_store_explicit(polled, 1, memory_order_relaxed);
  atomic_store_explicit(&stop, 1, memory_order_relaxed);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], NULL);
  free(polled);
}

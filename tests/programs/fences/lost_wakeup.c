// fences: tso safety 2, pso safety 2
// A worker that goes to sleep unless there is work, and one that posts work and wakes it if it
// sleeps. If both look before the other's store is there, the worker spins for ever.
#include <pthread.h>
#include <stdatomic.h>

atomic_int sleeping, work, wake;

void *worker(void *unused) {
  atomic_store_explicit(&sleeping, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&work, memory_order_relaxed))
    while (!atomic_load_explicit(&wake, memory_order_relaxed)) {
    }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store_explicit(&work, 1, memory_order_relaxed);
  if (atomic_load_explicit(&sleeping, memory_order_relaxed))
    atomic_store_explicit(&wake, 1, memory_order_relaxed);
  pthread_join(t, 0);
}

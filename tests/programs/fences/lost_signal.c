// fences: tso safety 2
// The same with a semaphore to sleep on: who is not woken waits for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

atomic_int sleeping, work;
sem_t wake;

void *worker(void *unused) {
  atomic_store_explicit(&sleeping, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&work, memory_order_relaxed)) sem_wait(&wake);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&wake, 0, 0);
  pthread_create(&t, 0, worker, 0);
  atomic_store_explicit(&work, 1, memory_order_relaxed);
  if (atomic_load_explicit(&sleeping, memory_order_relaxed)) sem_post(&wake);
  pthread_join(t, 0);
}

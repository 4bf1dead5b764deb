// An event count: the waiter takes the key, looks, and waits for the count to move on.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint count;
static atomic_int waiters;
static atomic_int ready;

static void *waits(void *argument) {
  while (!atomic_load(&ready)) {
    atomic_fetch_add(&waiters, 1);
    unsigned key = atomic_load(&count);
    if (!atomic_load(&ready))
      while (atomic_load(&count) == key) {
      }
    atomic_fetch_sub(&waiters, 1);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store(&ready, 1);
  if (atomic_load(&waiters) > 0) atomic_fetch_add(&count, 1);
  pthread_join(t, 0);
}

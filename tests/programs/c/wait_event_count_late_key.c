// An event count whose waiter takes the key after it has looked: it may miss what ends its wait.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint count;
static atomic_int waiters;
static atomic_int ready;

static void *waits(void *argument) {
  while (!atomic_load(&ready)) {
    atomic_fetch_add(&waiters, 1);
    if (!atomic_load(&ready)) {
      unsigned key = atomic_load(&count);
      while (atomic_load(&count) == key) {
      }
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

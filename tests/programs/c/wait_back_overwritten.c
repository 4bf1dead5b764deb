// The lock is released by a store: an attempt that is under way then takes back what is not there
// any more, and the last one finds the lock out of order.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;

static void *work(void *argument) {
  while (atomic_fetch_add(&lock, 1) != 0) atomic_fetch_sub(&lock, 1);
  atomic_store(&lock, 0);
  assert(atomic_load(&lock) >= 0);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}

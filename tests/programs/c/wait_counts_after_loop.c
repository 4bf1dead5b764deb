// Counts until it has counted, after a loop with a semaphore in it that is not entered: the counting
// is no wait, and nothing takes it back.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_uint count;
static sem_t semaphore;

static void *counts(void *argument) {
  unsigned before = 0;
  for (; before != 0; ++before) sem_post(&semaphore);
  atomic_store(&count, 0);
  while (before == 0) before = atomic_fetch_add(&count, 1);
  assert(before != 1);
  return argument;
}

int main(void) {
  pthread_t t;
  sem_init(&semaphore, 0, 1);
  pthread_create(&t, 0, counts, 0);
  pthread_join(t, 0);
}

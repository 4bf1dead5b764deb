// Who fails once waits for a flag that no thread sets, although the lock is free again.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, flag;

static void* work(void* argument) {
  while (atomic_fetch_add(&lock, 1) != 0) {
    atomic_fetch_sub(&lock, 1);
    while (!atomic_load(&flag)) {
    }
  }
  atomic_fetch_sub(&lock, 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}

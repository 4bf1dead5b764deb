// An attempt that is taken back is seen by one who does not try: the assertion fails only because of
// that.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;
static atomic_int done;

static void* taker(void* argument) {
  for (;;) {
    if (atomic_fetch_add(&lock, 1) == 0) break;
    atomic_fetch_sub(&lock, 1);
  }
  return argument;
}

static void* watcher(void* argument) {
  assert(atomic_load(&lock) < 2);
  atomic_store(&done, 1);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, taker, NULL);
  pthread_create(&b, NULL, watcher, NULL);
  while (!atomic_load(&done)) {
  }
  atomic_fetch_sub(&lock, 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

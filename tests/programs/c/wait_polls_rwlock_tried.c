// Main tries to write-lock what a poller read-locks, before it sets the flag: only a round that
// came to nothing can be in its way.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int done;

static void *waits(void *argument) {
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    int now = atomic_load(&done);
    pthread_rwlock_unlock(&lock);
    if (now) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  int busy = pthread_rwlock_trywrlock(&lock);
  assert(busy == 0);
  atomic_store(&done, 1);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
}

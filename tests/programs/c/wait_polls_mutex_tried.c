// Main tries the mutex of a poller before it sets the flag: only a round that came to nothing can
// be in its way.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *waits(void *argument) {
  for (;;) {
    pthread_mutex_lock(&m);
    int now = atomic_load(&done);
    pthread_mutex_unlock(&m);
    if (now) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  int busy = pthread_mutex_trylock(&m);
  assert(busy == 0);
  atomic_store(&done, 1);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}

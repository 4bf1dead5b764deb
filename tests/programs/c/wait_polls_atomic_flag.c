// Polls under a mutex for a flag that is set without it: what a round finds is not decided when it
// takes the lock.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
static int count;

static void *waits(void *argument) {
  for (;;) {
    pthread_mutex_lock(&m);
    int now = atomic_load(&done);
    pthread_mutex_unlock(&m);
    if (now) break;
  }
  pthread_mutex_lock(&m);
  ++count;
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  pthread_mutex_lock(&m);
  ++count;
  pthread_mutex_unlock(&m);
  atomic_store(&done, 1);
  pthread_join(t, 0);
  assert(count == 2);
}

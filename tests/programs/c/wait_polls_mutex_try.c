// A poller that holds a mutex now and then is seen by a thread that tries it: the rounds matter.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *waits(void *argument) {
  for (int round = 0; round < 2; ++round) {
    pthread_mutex_lock(&m);
    int now = done;
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
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}

// Polls under a mutex for a flag that is only set if the poller was seen: nobody sets it otherwise.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, done;

static void *waits(void *argument) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  for (;;) {
    pthread_mutex_lock(&m);
    int now = done;
    pthread_mutex_unlock(&m);
    if (now) break;
    usleep(100);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  pthread_mutex_lock(&m);
  if (ready) done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}

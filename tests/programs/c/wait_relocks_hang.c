// Has a mutex but for a moment in each round, and waits for a flag that no thread sets.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, data;

static void *waits(void *argument) {
  pthread_mutex_lock(&m);
  while (!done) {
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
  }
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  pthread_mutex_lock(&m);
  data = 7;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}

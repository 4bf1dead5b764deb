// Has a mutex but for a moment in each round: gives it back, so that others may do their part, and
// takes it again. What a round begins with is the moment in which the mutex is free.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, data;

static void *waits(void *argument) {
  pthread_mutex_lock(&m);
  while (!done) {
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
  }
  assert(data == 7);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  pthread_mutex_lock(&m);
  data = 7;
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}

// A program that takes the end of a timed wait for the event it waited for.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=15
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void* waiter(void* arg) {
  struct timespec until = {0};
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_timedwait(&c, &m, &until);
  assert(ready);  // fails
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
}

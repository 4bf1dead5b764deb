// A timed wait may end by a signal or by its time: nobody waits for ever although nobody may signal.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void* waiter(void* arg) {
  struct timespec until = {.tv_sec = time(NULL) + 1};
  pthread_mutex_lock(&m);
  if (!ready) {
    int error = pthread_cond_timedwait(&c, &m, &until);
    assert(error == 0 || error == ETIMEDOUT);
    if (error == 0) assert(ready);
  }
  pthread_mutex_unlock(&m);
  return arg;
}

void* signaller(void* arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&c);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, signaller, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

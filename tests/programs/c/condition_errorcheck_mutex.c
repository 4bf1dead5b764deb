// A mutex that checks for errors says EPERM when a wait finds that it is not held; with others that is a misuse.
// overtake: model=sc,tso,pso verdict=safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waits(void *arg) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  ++soon.tv_sec;
  assert(pthread_cond_wait(&c, &m) == EPERM);
  assert(pthread_cond_timedwait(&c, &m, &soon) == EPERM);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, waits, NULL);
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
  assert(pthread_cond_wait(&c, &m) == EPERM);
  return 0;
}

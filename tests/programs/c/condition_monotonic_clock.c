// The deadline of a timed wait belongs to the clock of the condition variable.
// overtake: model=sc,tso,pso verdict=safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;

static long seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec;
}

int main(void) {
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&c, &monotonic);
  const long start = seconds(CLOCK_REALTIME);
  const struct timespec end = {.tv_sec = seconds(CLOCK_MONOTONIC) + 10};
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &end) == ETIMEDOUT);
  assert(seconds(CLOCK_MONOTONIC) >= end.tv_sec && seconds(CLOCK_REALTIME) >= start + 9);
  assert(pthread_cond_clockwait(&c, &m, CLOCK_REALTIME, &(struct timespec){start + 30, 0}) == ETIMEDOUT);
  assert(seconds(CLOCK_REALTIME) >= start + 30);
  pthread_mutex_unlock(&m);
}

// A timed lock may give up while another thread holds the mutex, so that what it guards must not be
// touched. It never gives up a free mutex.
// overtake: model=sc,tso,pso verdict=safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared, given_up;

void* patient(void* arg) {
  pthread_mutex_lock(&m);
  shared++;
  pthread_mutex_unlock(&m);
  return arg;
}

void* hasty(void* arg) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  int error = pthread_mutex_timedlock(&m, &until);
  if (error == 0) {
    shared++;
    pthread_mutex_unlock(&m);
  } else {
    assert(error == ETIMEDOUT);
    given_up = 1;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, patient, NULL);
  pthread_create(&b, NULL, hasty, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared + given_up == 2);
  assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &(struct timespec){0}) == 0);
  assert(pthread_mutex_unlock(&m) == 0);
}

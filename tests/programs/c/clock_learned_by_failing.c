// A lock that cannot be had was taken by a thread that had slept before: who finds that out is not earlier.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
sem_t slots;

static long long now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *late(void *argument) {
  nanosleep(&(struct timespec){0, 30000000}, 0);
  pthread_mutex_lock(&mutex);
  sem_wait(&slots);
  return NULL;
}

int main(void) {
  long long begun = now(CLOCK_MONOTONIC);
  pthread_t t;
  sem_init(&slots, 0, 1);
  pthread_create(&t, NULL, late, NULL);
  long long until = now(CLOCK_REALTIME) + 5000000;
  struct timespec deadline = {until / 1000000000, until % 1000000000};
  if (sem_trywait(&slots) != 0)
    assert(now(CLOCK_MONOTONIC) - begun >= 30000000);
  else
    sem_post(&slots);
  if (pthread_mutex_timedlock(&mutex, &deadline) != 0)
    assert(now(CLOCK_MONOTONIC) - begun >= 30000000);
  else
    pthread_mutex_unlock(&mutex);
  pthread_join(t, NULL);
}

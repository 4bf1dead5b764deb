// A cancelled thread leaves a robust mutex, a waiter on a condition variable is told so.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t locked;
int error;

void* waits(void* arg) {
  pthread_mutex_lock(&m);
  sem_post(&locked);
  error = pthread_cond_wait(&c, &m);
  if (error == EOWNERDEAD) pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

void* signals(void* arg) {
  assert(pthread_mutex_lock(&m) == 0);
  pthread_cond_signal(&c);
  pthread_testcancel();
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t one, two;
  sem_init(&locked, 0, 0);
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&one, NULL, waits, NULL);
  sem_wait(&locked);
  pthread_create(&two, NULL, signals, NULL);
  pthread_cancel(two);
  void* result;
  pthread_join(two, &result);
  pthread_join(one, NULL);
  assert(error == (result == PTHREAD_CANCELED ? EOWNERDEAD : 0));
}

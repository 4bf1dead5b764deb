// What an error-checking mutex returns: EDEADLK to its owner, EPERM to others, EBUSY from trylock.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m;
sem_t held, done;
void* other(void* a) {
  sem_wait(&held);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  assert(pthread_mutex_unlock(&m) == EPERM);
  sem_post(&done);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at);
  pthread_mutexattr_settype(&at, PTHREAD_MUTEX_ERRORCHECK);
  int ty;
  pthread_mutexattr_gettype(&at, &ty);
  assert(ty == PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &at);
  pthread_mutexattr_destroy(&at);
  sem_init(&held, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, other, 0);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  sem_post(&held);
  sem_wait(&done);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_join(t, 0);
  assert(pthread_mutex_destroy(&m) == 0);
}

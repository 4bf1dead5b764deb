// A thread ends with a robust mutex: the next one is told, repairs what it guards, and all is well after that.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;
int guarded;

void* leaves(void* arg) {
  if (pthread_mutex_lock(&m) == EOWNERDEAD) pthread_mutex_consistent(&m);
  guarded = 7;
  return arg;
}

void* repairs(void* arg) {
  const int error = pthread_mutex_lock(&m);
  assert(error == 0 || error == EOWNERDEAD);
  assert(guarded == (error == 0 ? 0 : 7));
  if (error == EOWNERDEAD) {
    guarded = 0;
    assert(pthread_mutex_consistent(&m) == 0);
    assert(pthread_mutex_consistent(&m) == EINVAL);
  }
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  return arg;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t one, two;
  int robust;
  pthread_mutexattr_init(&a);
  assert(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutexattr_getrobust(&a, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&one, NULL, leaves, NULL);
  pthread_create(&two, NULL, repairs, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(pthread_mutex_trylock(&m) == (guarded == 7 ? EOWNERDEAD : 0));
  if (guarded == 7) pthread_mutex_consistent(&m);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_destroy(&m) == 0);
}

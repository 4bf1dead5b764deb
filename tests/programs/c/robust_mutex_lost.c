// Who unlocks an inconsistent mutex makes it useless: all that wait for it are told so.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;

void* leaves(void* arg) {
  pthread_mutex_lock(&m);
  pthread_exit(arg);
}

void* waits(void* arg) {
  assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
  return arg;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t t;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&t, NULL, leaves, NULL);
  pthread_join(t, NULL);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  pthread_create(&t, NULL, waits, NULL);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
}

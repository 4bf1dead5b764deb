// Recursive mutexes, initialized statically and by attribute: the holder may lock again and must
// unlock as often.
// overtake: model=sc,tso,pso verdict=safe executions=2
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int depth_sum;

void add(int levels) {
  pthread_mutex_lock(&m);
  depth_sum++;
  if (levels > 1) add(levels - 1);
  pthread_mutex_unlock(&m);
}

void* work(void* arg) {
  add(3);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t own;
  int kind = -1;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_gettype(&attributes, &kind);
  assert(kind == PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&own, &attributes);
  pthread_mutexattr_destroy(&attributes);
  assert(pthread_mutex_lock(&own) == 0 && pthread_mutex_trylock(&own) == 0);
  assert(pthread_mutex_unlock(&own) == 0 && pthread_mutex_unlock(&own) == 0);
  assert(pthread_mutex_unlock(&own) == EPERM);
  pthread_mutex_destroy(&own);

  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(depth_sum == 6);
}

// pthread_self, pthread_equal, attributes and detached threads.
// overtake: model=sc,tso,pso verdict=safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

pthread_t seen;

void* work(void* arg) {
  pthread_setname_np(pthread_self(), "worker");
  sched_yield();
  seen = pthread_self();
  return arg;
}

int main(void) {
  pthread_attr_t attributes;
  int state = -1;
  size_t size = 0;
  pthread_t a;
  pthread_attr_init(&attributes);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setstacksize(&attributes, 1 << 16) == 0);
  pthread_attr_getstacksize(&attributes, &size);
  assert(size == 1 << 16);
  pthread_create(&a, &attributes, work, NULL);
  pthread_attr_destroy(&attributes);
  pthread_join(a, NULL);
  assert(pthread_equal(seen, a));
  assert(!pthread_equal(pthread_self(), a));
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
}

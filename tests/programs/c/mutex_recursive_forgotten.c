// A recursive mutex is locked twice and unlocked once: nobody else ever gets it.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_mutex_t m;

void* other(void* p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, other, 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}

// One of two threads keeps the mutex that the other one tries: that one tries for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forward(void *argument) {
  for (;;) {
    pthread_mutex_lock(&a);
    if (pthread_mutex_trylock(&b) == 0) break;
    pthread_mutex_unlock(&a);
    sched_yield();
  }
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void *keeps(void *argument) {
  for (;;) {
    pthread_mutex_lock(&b);
    if (pthread_mutex_trylock(&a) == 0) break;
    pthread_mutex_unlock(&b);
  }
  pthread_mutex_unlock(&a);
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, forward, 0);
  pthread_create(&u, 0, keeps, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}

// A condition variable may be destroyed as soon as its waiters have been woken, even before they have
// returned from their wait.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t started;
int ready;

void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  sem_post(&started);
  pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&started, 0, 0);
  pthread_create(&t, NULL, waiter, NULL);
  sem_wait(&started);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_cond_destroy(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
}

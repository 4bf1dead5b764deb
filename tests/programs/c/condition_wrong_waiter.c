// Two waiters, each for its own number, and one signal for both: the wrong one may take it.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int number;

void* waiter(void* mine) {
  pthread_mutex_lock(&m);
  while (number != (int)(long)mine) pthread_cond_wait(&c, &m);
  number = 0;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, (void*)1);
  pthread_create(&b, 0, waiter, (void*)2);
  pthread_mutex_lock(&m);
  number = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_mutex_lock(&m);
  number = 2;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(b, 0);
}

// The lost wake-up: the flag is set and signalled without the mutex, between the waiter's look at
// the flag and its wait.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

void* signaller(void* arg) {
  ready = 1;
  pthread_cond_signal(&c);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, signaller, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

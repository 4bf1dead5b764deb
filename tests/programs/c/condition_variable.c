// The right way to wait: look at the flag under the mutex, set it under the mutex.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, data;

void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  for (int i = 0; i < 2 && !ready; i++) pthread_cond_wait(&c, &m);
  assert(ready && data == 9);
  pthread_mutex_unlock(&m);
  return arg;
}

void* signaller(void* arg) {
  pthread_mutex_lock(&m);
  data = 9;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, signaller, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_cond_destroy(&c);
  pthread_mutex_destroy(&m);
}

// The same with signal: the wrong waiter may take the signal, and the right one sleeps for ever.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int stage, log_[3], n;
void* w(void* a) {
  int k = (int)(long)a;
  pthread_mutex_lock(&m);
  while (stage != k) pthread_cond_wait(&c, &m);
  log_[n++] = k;
  stage = k + 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, w, (void*)2);
  pthread_create(&t[1], 0, w, (void*)1);
  pthread_mutex_lock(&m);
  stage = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}

// Two kinds of waiters on one condition variable; broadcast each time, so nobody is lost.
// overtake: model=sc,tso,pso verdict=safe
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
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, w, (void*)2);
  pthread_create(&t[1], 0, w, (void*)1);
  pthread_mutex_lock(&m);
  stage = 1;
  pthread_cond_broadcast(&c);
  while (stage != 3) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(n == 2 && log_[0] == 1 && log_[1] == 2);
}

// A thread is cancelled in sem_wait; its cleanup handler gives back the mutex that it holds.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t s;
int cleaned;
void give_back(void* p) {
  cleaned++;
  pthread_mutex_unlock(p);
}

void* w(void* a) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(give_back, &m);
  sem_wait(&s);
  pthread_cleanup_pop(1);
  return a;
}

int main(void) {
  pthread_t t;
  void* r;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, w, 0);
  pthread_cancel(t);
  pthread_join(t, &r);
  assert(r == PTHREAD_CANCELED && cleaned == 1);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

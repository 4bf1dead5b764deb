// A thread that has disabled cancellation is not cancelled before it enables it again and comes to a cancellation point.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ready, go;
int reached;

void* worker(void* arg) {
  int old;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  sem_post(&ready);
  sem_wait(&go);
  pthread_testcancel();
  reached = 1;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  reached = 2;
  pthread_testcancel();
  reached = 3;
  return NULL;
}

int main(void) {
  pthread_t t;
  void* result;
  sem_init(&ready, 0, 0);
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&ready);
  pthread_cancel(t);
  sem_post(&go);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && reached == 2);
}

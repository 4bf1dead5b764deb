// Cancellation does not wake a thread that has disabled it.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void* worker(void* arg) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  sem_wait(&s);
  return NULL;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
}

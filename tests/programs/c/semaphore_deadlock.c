// A semaphore that is waited for once more often than it is posted.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>
#include <semaphore.h>

sem_t done;

void* work(void* arg) {
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  sem_wait(&done);
  sem_wait(&done);
  pthread_join(t, NULL);
}

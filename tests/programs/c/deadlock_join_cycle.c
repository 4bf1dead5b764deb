// Two threads that wait for each other's end.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

pthread_t id[2];
sem_t start;

void* wait_for_the_other(void* arg) {
  sem_wait(&start);
  pthread_join(id[1 - (intptr_t)arg], NULL);
  return NULL;
}

int main(void) {
  sem_init(&start, 0, 0);
  for (intptr_t i = 0; i < 2; i++) pthread_create(&id[i], NULL, wait_for_the_other, (void*)i);
  sem_post(&start);
  sem_post(&start);
}

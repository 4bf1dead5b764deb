// exit in one thread ends the program: nothing after it counts, and nobody is stuck waiting.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

sem_t never;

void* leave(void* arg) {
  exit(0);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  pthread_create(&t, NULL, leave, NULL);
  sem_wait(&never);
}

// A thread that waits at a cancellation point and that nobody cancels is part of a deadlock, also if another is cancelled.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void* waiter(void* arg) {
  sem_wait(&s);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 0);
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, waiter, NULL);
  pthread_cancel(a);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

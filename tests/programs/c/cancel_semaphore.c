// A thread that waits for a semaphore for ever is woken by its cancellation.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void* waiter(void* arg) {
  sem_wait(&s);
  return NULL;
}

int main(void) {
  pthread_t t;
  void* result;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, waiter, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
}

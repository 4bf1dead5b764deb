// A post may come first: then the thread is not cancelled.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=23
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
  sem_post(&s);
  pthread_cancel(t);
  pthread_join(t, &result);
  /* Both outcomes are possible, and this says that only one is. */
  assert(result == PTHREAD_CANCELED);
}

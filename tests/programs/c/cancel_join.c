// A thread is cancelled while it waits for the end of another one, which can be joined after that.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
pthread_t first;

void* worker(void* arg) {
  sem_wait(&s);
  return arg;
}

void* joiner(void* arg) {
  pthread_join(first, NULL);
  assert(0);
}

int main(void) {
  pthread_t second;
  void* result;
  sem_init(&s, 0, 0);
  pthread_create(&first, NULL, worker, &s);
  pthread_create(&second, NULL, joiner, NULL);
  pthread_cancel(second);
  pthread_join(second, &result);
  assert(result == PTHREAD_CANCELED);
  sem_post(&s);
  pthread_join(first, &result);
  assert(result == &s);
}

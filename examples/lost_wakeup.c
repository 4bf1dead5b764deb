// A condition variable remembers nothing: a signal that no thread waits for is lost. The consumer looks
// at `ready`, finds it unset, and goes to sleep; but the producer set it and signalled in between,
// because it did not take the mutex.
//
//     overtake check examples/lost_wakeup.c --model sc     the consumer waits for ever
//
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
atomic_int ready;

void* consumer(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

void* producer(void* unused) {
  ready = 1;
  pthread_cond_signal(&changed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, producer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

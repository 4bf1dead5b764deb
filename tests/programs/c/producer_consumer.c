// A bounded buffer of one element between a producer and a consumer, with two condition variables.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

enum { ITEMS = 2 };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
int buffer, full;

void* produce(void* arg) {
  for (int i = 1; i <= ITEMS; i++) {
    pthread_mutex_lock(&m);
    while (full) pthread_cond_wait(&not_full, &m);
    buffer = i;
    full = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

void* consume(void* arg) {
  for (int i = 1; i <= ITEMS; i++) {
    pthread_mutex_lock(&m);
    while (!full) pthread_cond_wait(&not_empty, &m);
    assert(buffer == i);
    full = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!full);
}

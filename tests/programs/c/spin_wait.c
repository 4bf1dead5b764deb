// Waiting in a loop that only looks: no bound is needed, going round once more changes nothing.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void* producer(void* arg) {
  data = 5;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
  }
  assert(data == 5);
  pthread_join(t, NULL);
}

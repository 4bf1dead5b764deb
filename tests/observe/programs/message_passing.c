// A message is passed without a release store: wrong under PSO, right under TSO.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *sender(void *argument) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
  }
  const int seen = data;
  pthread_join(t, 0);
  return seen == 42 ? 0 : 1;
}

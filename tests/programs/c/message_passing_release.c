// Message passing with a release store: right under all models. The data is only read after the
// flag was seen, so there are two executions.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void* sender(void* arg) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

void* receiver(void* arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) assert(data == 42);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

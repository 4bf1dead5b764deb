// A relaxed flag is an ordinary store to the machine: message passing breaks under PSO.
// overtake: model=sc,tso verdict=safe executions=2
// overtake: model=pso verdict=error kind=assertion line=18
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void* sender(void* arg) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

void* receiver(void* arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) assert(data == 42);  // fails
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

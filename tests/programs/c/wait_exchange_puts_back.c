// An exchange that finds the lock taken puts back what it found.
// overtake: model=sc,tso,pso verdict=safe executions=24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int count;

void *works(void *argument) {
  unsigned collisions = 0;
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) ++collisions;
  ++count;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return argument;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; ++i) pthread_create(&t[i], 0, works, 0);
  for (int i = 0; i < 4; ++i) pthread_join(t[i], 0);
  assert(count == 4);
}

// An atomic exchange drains the buffer of its thread, so it may stand in for store and fence.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r1, r2;

void* left(void* arg) {
  atomic_exchange_explicit(&x, 1, memory_order_relaxed);
  r1 = atomic_load_explicit(&y, memory_order_relaxed);
  return arg;
}

void* right(void* arg) {
  atomic_exchange_explicit(&y, 1, memory_order_relaxed);
  r2 = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
}

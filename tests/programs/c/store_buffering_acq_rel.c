// Release stores and acquire loads do not forbid store buffering: the store may still wait in its
// buffer while the load goes ahead.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso verdict=error kind=assertion line=31
// overtake: model=pso verdict=error kind=assertion line=31
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r1, r2;

void* left(void* arg) {
  atomic_store_explicit(&x, 1, memory_order_release);
  r1 = atomic_load_explicit(&y, memory_order_acquire);
  return arg;
}

void* right(void* arg) {
  atomic_store_explicit(&y, 1, memory_order_release);
  r2 = atomic_load_explicit(&x, memory_order_acquire);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);  // fails
}

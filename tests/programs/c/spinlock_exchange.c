// A lock of one atomic exchange (one attempt each), released by a release store.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int a, b;

void* work(void* arg) {
  if (atomic_exchange_explicit(&lock, 1, memory_order_acquire) == 0) {
    assert(a == b);
    a++;
    b++;
    atomic_store_explicit(&lock, 0, memory_order_release);
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(a == b && a >= 1);
}

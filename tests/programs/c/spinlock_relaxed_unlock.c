// The same lock released by a relaxed store: under PSO the release may overtake the writes that it
// should publish.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=14
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int a, b;

void* work(void* arg) {
  if (atomic_exchange_explicit(&lock, 1, memory_order_acquire) == 0) {
    assert(a == b);  // fails
    a++;
    b++;
    atomic_store_explicit(&lock, 0, memory_order_relaxed);
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}

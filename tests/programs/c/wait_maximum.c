// A waiter that keeps the maximum it has seen (a local that changes in each round) until the last
// value comes.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int v;
void* up(void* a) {
  for (int i = 1; i <= 3; i++) atomic_store_explicit(&v, i, memory_order_relaxed);
  return a;
}

int main(void) {
  pthread_t t;
  int max = 0, changes = 0;
  pthread_create(&t, 0, up, 0);
  for (;;) {
    int now = atomic_load_explicit(&v, memory_order_relaxed);
    assert(now >= max);
    if (now > max) {
      max = now;
      changes++;
    }
    if (max == 3) break;
  }
  assert(changes >= 1 && changes <= 3);
  pthread_join(t, 0);
}

// The waiter keeps a maximum that it has seen, but the writer takes its value back: what it reads
// may be less.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=20
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int v;
void* up(void* a) {
  for (int i = 1; i <= 3; i++) atomic_store_explicit(&v, i == 2 ? 0 : i, memory_order_relaxed);
  return a;
}

int main(void) {
  pthread_t t;
  int max = 0;
  pthread_create(&t, 0, up, 0);
  for (;;) {
    int now = atomic_load_explicit(&v, memory_order_relaxed);
    assert(now >= max);  // fails
    if (now > max) max = now;
    if (max == 3) break;
  }
  pthread_join(t, 0);
}

// Back-off does not order the writer's stores.
// overtake: model=sc,tso verdict=safe executions=1
// overtake: model=pso verdict=error kind=assertion line=17
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;

void *waits(void *argument) {
  int delay = 1;
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
    for (int i = 0; i < delay; ++i) __asm__ volatile("pause");
    if (delay < 32) delay += delay;
  }
  /* the next line fails if the stores came in the other order */
  assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_join(t, 0);
}

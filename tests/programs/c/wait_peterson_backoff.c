// Peterson's lock without a fence, its threads with attempt counters.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2], turn;
int inside;

void *works(void *argument) {
  const int me = (int)(intptr_t)argument;
  int attempts = 0;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
  while (atomic_load_explicit(&wants[1 - me], memory_order_relaxed) &&
         atomic_load_explicit(&turn, memory_order_relaxed) == 1 - me)
    if (++attempts > 50) attempts = 0, sched_yield();
  assert(inside++ == 0);
  --inside;
  atomic_store_explicit(&wants[me], 0, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, works, (void *)1);
  works((void *)0);
  pthread_join(t, 0);
}

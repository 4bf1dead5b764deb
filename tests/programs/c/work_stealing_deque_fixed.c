// The deque with the owner's fence.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int item[2] = {0, 1};
atomic_int taken[2];
atomic_int top, bottom = 2;

void hand_out(int i) { assert(atomic_fetch_add(&taken[i], 1) == 0); }

void* steal_twice(void* arg) {
  for (int i = 0; i < 2; i++) {
    int t = atomic_load(&top);
    int b = atomic_load(&bottom);
    if (t < b && atomic_compare_exchange_strong(&top, &t, t + 1)) hand_out(item[t]);
  }
  return arg;
}

void take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t < b) hand_out(item[b]);
}

int main(void) {
  pthread_t thief;
  pthread_create(&thief, NULL, steal_twice, NULL);
  take();
  pthread_join(thief, NULL);
}

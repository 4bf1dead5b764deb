// The heart of Chase and Lev's deque: the owner takes from the bottom, a thief steals from the top.
// The owner must not look at `top` before its new `bottom` can be seen: under TSO a fence is missing
// here, and an item is handed out twice.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=14
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int item[2] = {0, 1};
atomic_int taken[2];
atomic_int top, bottom = 2;

void hand_out(int i) { assert(atomic_fetch_add(&taken[i], 1) == 0); }  // fails

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
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t < b) hand_out(item[b]);
}

int main(void) {
  pthread_t thief;
  pthread_create(&thief, NULL, steal_twice, NULL);
  take();
  pthread_join(thief, NULL);
}

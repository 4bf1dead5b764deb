// fences: tso safety 1
// The work-stealing deque of Chase and Lev: one task, which the worker takes or the thief steals.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int top, bottom;
int tasks[2];
atomic_int taken;

void *worker(void *argument) {
  for (int n = 0; n < 2; n++) {
    const int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    if (t > b) {
      atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
      continue;
    }
    if (t == b) {
      const int won = atomic_compare_exchange_strong(&top, &t, t + 1);
      atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
      if (!won) continue;
    }
    atomic_fetch_add(&taken, 1);
  }
  return argument;
}

void *thief(void *argument) {
  for (int n = 0; n < 2; n++) {
    int t = atomic_load_explicit(&top, memory_order_acquire);
    const int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b) continue;
    if (atomic_compare_exchange_strong(&top, &t, t + 1)) atomic_fetch_add(&taken, 1);
  }
  return argument;
}

int main(void) {
  tasks[0] = 1;
  tasks[1] = 2;
  atomic_store(&bottom, 2);
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, thief, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&taken) <= 2);
  return 0;
}

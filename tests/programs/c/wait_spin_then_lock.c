// An adaptive lock: spins for a while, then sleeps between its attempts.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int lock;
static int n;

static void *counts(void *argument) {
  for (int spins = 0;; spins++) {
    if (!atomic_load(&lock) && !atomic_exchange(&lock, 1)) break;
    if (spins > 100) sched_yield();
  }
  n++;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, counts, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(n == 3);
}

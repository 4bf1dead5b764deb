// When the last thread has stored to y, exploration by values waits for something new in x and in y. There is
// nothing new in x, which comes first, having more stores; only with the new y comes the store that fails.
// overtake: args=--hunt off
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void *looks(void *argument) {
  assert(atomic_load_explicit(&x, memory_order_relaxed) != 7);
  return argument;
}

static void *hands_on(void *argument) {
  int seen = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, seen == 5 ? 7 : 6, memory_order_relaxed);
  return argument;
}

static void *begins(void *argument) {
  (void)atomic_load_explicit(&z, memory_order_relaxed);
  atomic_store_explicit(&y, 5, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t t;
  for (int k = 1; k <= 3; k++) atomic_store_explicit(&x, k, memory_order_relaxed);
  pthread_create(&t, NULL, looks, NULL);
  pthread_create(&t, NULL, hands_on, NULL);
  pthread_create(&t, NULL, begins, NULL);
}

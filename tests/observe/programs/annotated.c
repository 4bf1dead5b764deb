// Store buffering that is meant to be.
#include <overtake/observe.h>
#include <pthread.h>
#include <stdatomic.h>

int x, y, r1, r2;
atomic_int z;

static void *left(void *argument) {
  OVERTAKE_RELAXED_OK(x = 1);
  r1 = OVERTAKE_RELAXED_OK(y);
  OVERTAKE_RELAXED_OK(atomic_store_explicit(&z, 1, memory_order_relaxed));
  return argument;
}

static void *right(void *argument) {
  OVERTAKE_RELAXED_OK(y = 1);
  r2 = OVERTAKE_RELAXED_OK(x);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

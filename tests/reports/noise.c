// overtake check noise.c --model tso
// A read that misses a store which makes no difference is not the cause.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int noise, x, y;
int seen[2];

static void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&noise, 1, memory_order_relaxed);
  seen[0] = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void *second(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  int ignored = atomic_load_explicit(&noise, memory_order_relaxed);
  seen[1] = atomic_load_explicit(&x, memory_order_relaxed);
  (void)ignored;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen[0] == 1 || seen[1] == 1);
}

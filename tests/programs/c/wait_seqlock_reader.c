// A reader of a seqlock tries again while the writer is at work, and if it was meanwhile.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writes(void *argument) {
  atomic_fetch_add(&sequence, 1);
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  atomic_store_explicit(&b, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&sequence, 1, memory_order_release);
  return argument;
}

static void *reads(void *argument) {
  unsigned before, after;
  int x, y;
  do {
    while ((before = atomic_load(&sequence)) & 1) {
    }
    x = atomic_load(&a);
    y = atomic_load(&b);
    after = atomic_load(&sequence);
  } while (before != after);
  assert(x == y);
  return argument;
}

int main(void) {
  pthread_t r, w;
  pthread_create(&r, 0, reads, 0);
  pthread_create(&w, 0, writes, 0);
  pthread_join(r, 0);
  pthread_join(w, 0);
}

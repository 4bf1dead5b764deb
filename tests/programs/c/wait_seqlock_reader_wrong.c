// A reader of a seqlock that does not look whether the writer is at work.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writes(void *argument) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&a, 1);
  atomic_store(&b, 1);
  atomic_fetch_add(&sequence, 1);
  return argument;
}

static void *reads(void *argument) {
  unsigned before, after;
  int x, y;
  do {
    before = atomic_load(&sequence);
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

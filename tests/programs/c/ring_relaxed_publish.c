// A ring whose index is published relaxed: the consumer may see the index before the element under PSO.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=33
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static struct {
  int slots[2];
  atomic_uint head, tail;
} ring;

static void push(int v) {
  unsigned h = atomic_load_explicit(&ring.head, memory_order_relaxed);
  ring.slots[h % 2] = v;
  atomic_store_explicit(&ring.head, h + 1, memory_order_relaxed);
}

static void *producer(void *unused) {
  push(7);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  unsigned tail = atomic_load_explicit(&ring.tail, memory_order_relaxed);
  if (tail != atomic_load_explicit(&ring.head, memory_order_acquire)) {
    int v = ring.slots[tail % 2];
    atomic_store_explicit(&ring.tail, tail + 1, memory_order_release);
    assert(tail == 0);
    assert(v == 7);
  }
  pthread_join(t, 0);
}

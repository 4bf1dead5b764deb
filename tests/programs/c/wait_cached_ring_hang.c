// wait_cached_ring.c with one pop too many: the consumer waits for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kSize = 2, kItems = 4 };

struct ring {
  atomic_uint head;
  unsigned cached_tail;
  atomic_uint tail;
  unsigned cached_head;
  int slots[kSize];
};

static struct ring q;

static int push(struct ring *r, int value) {
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  if (tail - r->cached_head == kSize) {
    r->cached_head = atomic_load_explicit(&r->head, memory_order_acquire);
    if (tail - r->cached_head == kSize) return 0;
  }
  r->slots[tail % kSize] = value;
  atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
  return 1;
}

static int pop(struct ring *r, int *value) {
  unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
  if (head == r->cached_tail) {
    r->cached_tail = atomic_load_explicit(&r->tail, memory_order_acquire);
    if (head == r->cached_tail) return 0;
  }
  *value = r->slots[head % kSize];
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  return 1;
}

static void *produce(void *argument) {
  for (int i = 0; i < kItems; ++i)
    while (!push(&q, i + 1)) {
    }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  for (int i = 0; i <= kItems; ++i) {
    int value = 0;
    while (!pop(&q, &value)) {
    }
    assert(value == i + 1);
  }
  pthread_join(t, 0);
}

// A bounded queue of one producer and one consumer, each with a copy of the other's index.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2u
#define ITEMS 3u

static struct {
  _Alignas(64) atomic_uint head;
  unsigned tail_seen;
  _Alignas(64) atomic_uint tail;
  unsigned head_seen;
  unsigned slots[SIZE];
} q;

static void *produces(void *argument) {
  for (unsigned i = 0; i < ITEMS; i++) {
    unsigned tail = atomic_load_explicit(&q.tail, memory_order_relaxed);
    while (tail - q.head_seen == SIZE)
      q.head_seen = atomic_load_explicit(&q.head, memory_order_acquire);
    q.slots[tail % SIZE] = i + 1;
    atomic_store_explicit(&q.tail, tail + 1, memory_order_release);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produces, 0);
  for (unsigned i = 0; i < ITEMS; i++) {
    unsigned head = atomic_load_explicit(&q.head, memory_order_relaxed);
    while (head == q.tail_seen) q.tail_seen = atomic_load_explicit(&q.tail, memory_order_acquire);
    assert(q.slots[head % SIZE] == i + 1);
    atomic_store_explicit(&q.head, head + 1, memory_order_release);
  }
  pthread_join(t, 0);
}

// Two producers with a ring each, and a consumer that looks at the rings in turn. Its rounds are no
// waits of the thread, as the next one looks elsewhere; but there are no more than some 100,000
// states.
// overtake: model=sc,tso,pso verdict=safe
// overtake: args=--timeout 60
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kRings = 2, kItems = 3 };

typedef struct {
  atomic_int head, tail;
  int items[4];
} Ring;

static Ring rings[kRings];
static int sum;

static void *produces(void *argument) {
  Ring *ring = argument;
  for (int i = 0; i < kItems; ++i) {
    const int tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    ring->items[tail & 3] = i + 1;
    atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
  }
  return 0;
}

static void *consumes(void *argument) {
  int taken = 0;
  for (int i = 0; taken < kRings * kItems; i = (i + 1) % kRings) {
    Ring *ring = &rings[i];
    const int head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    if (head == atomic_load_explicit(&ring->tail, memory_order_acquire)) continue;
    sum += ring->items[head & 3];
    atomic_store_explicit(&ring->head, head + 1, memory_order_release);
    ++taken;
  }
  assert(sum == kRings * kItems * (kItems + 1) / 2);
  return argument;
}

int main(void) {
  pthread_t producers[kRings], consumer;
  for (int i = 0; i < kRings; ++i) pthread_create(&producers[i], 0, produces, &rings[i]);
  pthread_create(&consumer, 0, consumes, 0);
  for (int i = 0; i < kRings; ++i) pthread_join(producers[i], 0);
  pthread_join(consumer, 0);
  return 0;
}

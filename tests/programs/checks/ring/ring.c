#include "ring.h"

#include "../ring/barrier.h"

int ring_put(struct ring *r, int value) {
  const unsigned tail = r->tail;
  if (tail - look(&r->head) == RING_SIZE) return 0;
  r->values[tail % RING_SIZE] = value;
  publish(&r->tail, tail + 1);
  return 1;
}

int ring_get(struct ring *r, int *value) {
  const unsigned head = r->head;
  if (look(&r->tail) == head) return 0;
  *value = r->values[head % RING_SIZE];
  publish(&r->head, head + 1);
  return 1;
}

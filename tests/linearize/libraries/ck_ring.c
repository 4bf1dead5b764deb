// ck_ring of Concurrency Kit: one producer, one consumer.
// library: libck-dev
// expect --model sc --operations 3: linearizable
// expect --model tso: not-linearizable
// expect --model tso --require sequential: sequential
// expect --model pso: not-linearizable
#include <overtake/linearize.h>

#include <ck_ring.h>

struct ring {
  ck_ring_t ring;
  ck_ring_buffer_t slots[4];
};

static void make(struct ring *r) { ck_ring_init(&r->ring, 4); }
static _Bool push(struct ring *r, long v) { return ck_ring_enqueue_spsc(&r->ring, r->slots, (void *)v); }
static long pop(struct ring *r) {
  void *v;
  return ck_ring_dequeue_spsc(&r->ring, r->slots, &v) ? (long)v : 0;
}

OVERTAKE_LINEARIZABLE(struct ring, push(1, 2), pop());
OVERTAKE_MAKE(make);
OVERTAKE_SINGLE(push);
OVERTAKE_SINGLE(pop);

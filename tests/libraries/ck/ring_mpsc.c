// ck_ring for two producers and one consumer.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_ring.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];

static int get(int *v) {
  void *value;
  if (!ck_ring_dequeue_mpsc(&ring, buffer, &value)) return 0;
  *v = (int)(long)value;
  return 1;
}
#define SETUP() ck_ring_init(&ring, 4)
#define PUT(v) ck_ring_enqueue_mpsc(&ring, buffer, (void *)(long)(v))
#define GET(v) get(v)
#include "../shape_bag.h"

// ck_ring for any number of producers and consumers: two consumers.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_ring.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];

static int get(int *v) {
  void *value;
  if (!ck_ring_dequeue_mpmc(&ring, buffer, &value)) return 0;
  *v = (int)(long)value;
  return 1;
}
#define SETUP() ck_ring_init(&ring, 4)
#define PUT(v) ck_ring_enqueue_mpmc(&ring, buffer, (void *)(long)(v))
#define GET(v) get(v)
#include "../shape_stealing.h"

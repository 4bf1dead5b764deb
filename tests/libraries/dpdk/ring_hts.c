// rte_ring, HTS: head and tail move together; two producers.
// library: libdpdk-dev
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -include rte_config.h -march=corei7
#include <rte_ring.h>

// rte_ring_init is in the library; these are the fields that it sets.
static struct {
  struct rte_ring ring;
  void *slots[4];
} memory __attribute__((aligned(64)));

static void setup(void) {
  memory.ring.size = 4;
  memory.ring.mask = 3;
  memory.ring.capacity = 3;
  memory.ring.prod.sync_type = RTE_RING_SYNC_MT_HTS;
  memory.ring.cons.sync_type = RTE_RING_SYNC_MT_HTS;
}
static int get(int *v) {
  void *value;
  if (rte_ring_dequeue(&memory.ring, &value) != 0) return 0;
  *v = (int)(long)value;
  return 1;
}
#define SETUP() setup()
#define PUT(v) (rte_ring_enqueue(&memory.ring, (void *)(long)(v)) == 0)
#define GET(v) get(v)
#include "../shape_bag.h"

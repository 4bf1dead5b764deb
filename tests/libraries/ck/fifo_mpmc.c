// ck_fifo for any number of producers and consumers, by cmpxchg16b.
// library: libck-dev
#include <ck_fifo.h>

static ck_fifo_mpmc_t fifo;
static ck_fifo_mpmc_entry_t stub __attribute__((aligned(16))), entries[3] __attribute__((aligned(16)));

static int put(int v) {
  ck_fifo_mpmc_enqueue(&fifo, &entries[v], (void *)(long)v);
  return 1;
}
static int get(int *v) {
  void *value;
  ck_fifo_mpmc_entry_t *garbage;
  if (!ck_fifo_mpmc_dequeue(&fifo, &value, &garbage)) return 0;
  *v = (int)(long)value;
  return 1;
}
#define SETUP() ck_fifo_mpmc_init(&fifo, &stub)
#define PUT(v) put(v)
#define GET(v) get(v)
#include "../shape_bag.h"

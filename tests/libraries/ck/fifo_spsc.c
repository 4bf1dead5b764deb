// ck_fifo for one producer and one consumer.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_fifo.h>

static ck_fifo_spsc_t fifo;
static ck_fifo_spsc_entry_t stub, entries[3];

static int put(int v) {
  ck_fifo_spsc_enqueue(&fifo, &entries[v], (void *)(long)v);
  return 1;
}
static int get(int *v) {
  void *value;
  if (!ck_fifo_spsc_dequeue(&fifo, &value)) return 0;
  *v = (int)(long)value;
  return 1;
}
#define SETUP() ck_fifo_spsc_init(&fifo, &stub)
#define PUT(v) put(v)
#define GET(v) get(v)
#include "../shape_fifo.h"

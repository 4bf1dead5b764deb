// PipeWire's spa_ringbuffer: one producer, one consumer.
// library: libspa-0.2-dev
// flags: -I/usr/include/spa-0.2
#include <spa/utils/ringbuffer.h>

static struct spa_ringbuffer ring = SPA_RINGBUFFER_INIT();
static int slots[4];

static int put(int v) {
  uint32_t at;
  if (spa_ringbuffer_get_write_index(&ring, &at) >= 4) return 0;
  slots[at & 3] = v;
  spa_ringbuffer_write_update(&ring, at + 1);
  return 1;
}
static int get(int *v) {
  uint32_t at;
  if (spa_ringbuffer_get_read_index(&ring, &at) < 1) return 0;
  *v = slots[at & 3];
  spa_ringbuffer_read_update(&ring, at + 1);
  return 1;
}
#define PUT(v) put(v)
#define GET(v) get(v)
#include "../shape_fifo.h"

// cds::container::WeakRingBuffer: one producer, one consumer.
// library: libcds-dev
#include <cds/container/weak_ringbuffer.h>

static cds::container::WeakRingBuffer<int> queue(4);
#define PUT(v) queue.enqueue(v)
#define GET(v) queue.dequeue(*(v))
#include "../shape_fifo.h"

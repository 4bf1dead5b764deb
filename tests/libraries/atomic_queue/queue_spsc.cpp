// AtomicQueue<int, 4, 0, true, true, false, true>: one producer, one consumer.
// library: libatomic-queue-dev
#include <atomic_queue/atomic_queue.h>

static atomic_queue::AtomicQueue<int, 4, 0, true, true, false, true> queue;
#define PUT(v) queue.try_push(v)
#define GET(v) queue.try_pop(*(v))
#include "../shape_fifo.h"

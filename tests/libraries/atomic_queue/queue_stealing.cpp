// AtomicQueue with two consumers.
// library: libatomic-queue-dev
#include <atomic_queue/atomic_queue.h>

static atomic_queue::AtomicQueue<int, 4> queue;
#define PUT(v) queue.try_push(v)
#define GET(v) queue.try_pop(*(v))
#include "../shape_stealing.h"

// AtomicQueue2<int, 4>: two producers.
// library: libatomic-queue-dev
#include <atomic_queue/atomic_queue.h>

static atomic_queue::AtomicQueue2<int, 4> queue;
#define PUT(v) queue.try_push(v)
#define GET(v) queue.try_pop(*(v))
#include "../shape_bag.h"

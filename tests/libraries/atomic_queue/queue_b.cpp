// AtomicQueueB<int>: two producers.
// library: libatomic-queue-dev
#include <atomic_queue/atomic_queue.h>

static atomic_queue::AtomicQueueB<int> queue(4);
#define PUT(v) queue.try_push(v)
#define GET(v) queue.try_pop(*(v))
#include "../shape_bag.h"

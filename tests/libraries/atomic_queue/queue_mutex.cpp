// AtomicQueueMutex, its lock a Spinlock.
// library: libatomic-queue-dev
#include <atomic_queue/atomic_queue_mutex.h>
#include <atomic_queue/spinlock.h>

static atomic_queue::AtomicQueueMutex<int, 4, atomic_queue::Spinlock> queue;
#define PUT(v) queue.try_push(v)
#define GET(v) queue.try_pop(*(v))
#include "../shape_bag.h"

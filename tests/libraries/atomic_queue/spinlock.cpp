// atomic_queue::Spinlock.
// library: libatomic-queue-dev
#include <atomic_queue/spinlock.h>

static atomic_queue::Spinlock lock;
#define ENTER(i) lock.lock()
#define LEAVE(i) lock.unlock()
#include "../shape_lock.h"

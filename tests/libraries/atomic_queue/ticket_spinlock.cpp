// atomic_queue::TicketSpinlock.
// library: libatomic-queue-dev
#include <atomic_queue/spinlock.h>

static atomic_queue::TicketSpinlock lock;
#define ENTER(i) lock.lock()
#define LEAVE(i) lock.unlock()
#include "../shape_lock.h"

// cds::sync::spin_lock.
// library: libcds-dev
#include <cds/sync/spinlock.h>

static cds::sync::spin lock;
#define ENTER(i) lock.lock()
#define LEAVE(i) lock.unlock()
#include "../shape_lock.h"

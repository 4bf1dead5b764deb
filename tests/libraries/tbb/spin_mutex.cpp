// tbb::spin_mutex by its scoped lock.
// library: libtbb-dev
#include <tbb/spin_mutex.h>

static tbb::spin_mutex mutex;
static tbb::spin_mutex::scoped_lock locks[2];
#define ENTER(i) locks[i].acquire(mutex)
#define LEAVE(i) locks[i].release()
#include "../shape_lock.h"

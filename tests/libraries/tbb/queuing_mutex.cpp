// tbb::queuing_mutex by its scoped lock.
// library: libtbb-dev
#include <tbb/queuing_mutex.h>

static tbb::queuing_mutex mutex;
static tbb::queuing_mutex::scoped_lock locks[2];
#define ENTER(i) locks[i].acquire(mutex)
#define LEAVE(i) locks[i].release()
#include "../shape_lock.h"

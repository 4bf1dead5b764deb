// tbb::queuing_rw_mutex: a writer and a reader.
// library: libtbb-dev
// expect: sc=refused tso=refused pso=refused
#include <tbb/queuing_rw_mutex.h>

static tbb::queuing_rw_mutex mutex;
static tbb::queuing_rw_mutex::scoped_lock locks[2];
#define WRITE_ENTER() locks[0].acquire(mutex, true)
#define WRITE_LEAVE() locks[0].release()
#define READ_ENTER() locks[1].acquire(mutex, false)
#define READ_LEAVE() locks[1].release()
#include "../shape_rwlock.h"

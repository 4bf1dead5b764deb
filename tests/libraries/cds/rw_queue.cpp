// cds::container::RWQueue, one lock for each end.
// library: libcds-dev
#include <cds/container/rwqueue.h>

static cds::container::RWQueue<int> queue;
#define PUT(v) queue.enqueue(v)
#define GET(v) queue.dequeue(*(v))
#include "../shape_bag.h"

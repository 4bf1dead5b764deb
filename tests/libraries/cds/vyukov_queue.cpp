// cds::container::VyukovMPMCCycleQueue: two producers.
// library: libcds-dev
#include <cds/container/vyukov_mpmc_cycle_queue.h>

static cds::container::VyukovMPMCCycleQueue<int> queue(4);
#define PUT(v) queue.enqueue(v)
#define GET(v) queue.dequeue(*(v))
#include "../shape_bag.h"

// boost::lockfree::spsc_queue, its size chosen at run time.
// library: libboost-dev
#include <boost/lockfree/spsc_queue.hpp>

static boost::lockfree::spsc_queue<int> queue(3);
#define PUT(v) queue.push(v)
#define GET(v) (queue.pop(v, 1) == 1)
#include "../shape_fifo.h"

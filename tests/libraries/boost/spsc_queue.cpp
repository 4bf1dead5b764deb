// boost::lockfree::spsc_queue, its size known to the compiler.
// library: libboost-dev
#include <boost/lockfree/spsc_queue.hpp>

static boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
#define PUT(v) queue.push(v)
#define GET(v) queue.pop(*(v))
#include "../shape_fifo.h"

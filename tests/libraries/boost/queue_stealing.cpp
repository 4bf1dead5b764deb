// boost::lockfree::queue with two consumers.
// library: libboost-dev
#include <boost/lockfree/queue.hpp>

static boost::lockfree::queue<int, boost::lockfree::capacity<4>> queue;
#define PUT(v) queue.push(v)
#define GET(v) queue.pop(*(v))
#include "../shape_stealing.h"

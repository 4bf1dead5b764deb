// boost::lockfree::queue: two producers, nodes from its free list.
// library: libboost-dev
#include <boost/lockfree/queue.hpp>

static boost::lockfree::queue<int, boost::lockfree::fixed_sized<true>> queue(4);
#define PUT(v) queue.push(v)
#define GET(v) queue.pop(*(v))
#include "../shape_bag.h"

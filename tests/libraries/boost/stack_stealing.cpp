// boost::lockfree::stack with two consumers.
// library: libboost-dev
#include <boost/lockfree/stack.hpp>

static boost::lockfree::stack<int, boost::lockfree::capacity<4>> stack;
#define PUT(v) stack.push(v)
#define GET(v) stack.pop(*(v))
#include "../shape_stealing.h"

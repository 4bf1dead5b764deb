// moodycamel::ConcurrentQueue keeps the order of one producer.
// library: libconcurrentqueue-dev
#include <concurrentqueue/concurrentqueue.h>

static moodycamel::ConcurrentQueue<int> queue(32);
#define PUT(v) queue.enqueue(v)
#define GET(v) queue.try_dequeue(*(v))
#include "../shape_fifo.h"

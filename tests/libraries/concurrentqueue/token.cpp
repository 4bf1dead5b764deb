// moodycamel::ConcurrentQueue with a token of its producer.
// library: libconcurrentqueue-dev
#include <concurrentqueue/concurrentqueue.h>

static moodycamel::ConcurrentQueue<int> queue(32);
static moodycamel::ProducerToken token(queue);
#define PUT(v) queue.enqueue(token, v)
#define GET(v) queue.try_dequeue_from_producer(token, *(v))
#include "../shape_fifo.h"

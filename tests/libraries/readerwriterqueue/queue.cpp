// moodycamel::ReaderWriterQueue: one producer, one consumer.
// library: libreaderwriterqueue-dev
#include <readerwriterqueue/readerwriterqueue.h>

static moodycamel::ReaderWriterQueue<int, 4> queue(3);
#define PUT(v) queue.enqueue(v)
#define GET(v) queue.try_dequeue(*(v))
#include "../shape_fifo.h"

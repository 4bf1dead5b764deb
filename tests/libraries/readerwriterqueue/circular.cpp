// moodycamel::BlockingReaderWriterCircularBuffer.
// library: libreaderwriterqueue-dev
#include <readerwriterqueue/readerwritercircularbuffer.h>

static moodycamel::BlockingReaderWriterCircularBuffer<int> queue(2);
#define PUT(v) queue.try_enqueue(v)
#define GET(v) queue.try_dequeue(*(v))
#include "../shape_fifo.h"

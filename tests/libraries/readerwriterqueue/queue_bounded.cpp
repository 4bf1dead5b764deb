// moodycamel::ReaderWriterQueue without allocations.
// library: libreaderwriterqueue-dev
#include <readerwriterqueue/readerwriterqueue.h>

static moodycamel::ReaderWriterQueue<int, 4> queue(3);
#define PUT(v) queue.try_enqueue(v)
#define GET(v) queue.try_dequeue(*(v))
#include "../shape_fifo.h"

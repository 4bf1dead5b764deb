// moodycamel::ReaderWriterQueue: peek and pop.
// library: libreaderwriterqueue-dev
#include <readerwriterqueue/readerwriterqueue.h>

static moodycamel::ReaderWriterQueue<int, 4> queue(3);
static bool get(int* v) {
  int* front = queue.peek();
  if (front == nullptr) return false;
  *v = *front;
  return queue.pop();
}
#define PUT(v) queue.try_enqueue(v)
#define GET(v) get(v)
#include "../shape_fifo.h"

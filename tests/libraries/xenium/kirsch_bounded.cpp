// xenium::kirsch_bounded_kfifo_queue: two producers, any order within a segment.
// library: libxenium-dev
// expect: sc=error tso=error pso=error
// flags: -std=gnu++17
#include <xenium/kirsch_bounded_kfifo_queue.hpp>

static int values[3] = {0, 1, 2};
static xenium::kirsch_bounded_kfifo_queue<int*> queue(1, 4);
static bool get(int* v) {
  int* at = nullptr;
  if (!queue.try_pop(at)) return false;
  *v = *at;
  return true;
}
#define PUT(v) queue.try_push(&values[v])
#define GET(v) get(v)
#include "../shape_bag.h"

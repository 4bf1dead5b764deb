// xenium::vyukov_bounded_queue: two producers.
// library: libxenium-dev
// flags: -std=gnu++17
#include <xenium/vyukov_bounded_queue.hpp>

static xenium::vyukov_bounded_queue<int> queue(4);
#define PUT(v) queue.try_push(v)
#define GET(v) queue.try_pop(*(v))
#include "../shape_bag.h"

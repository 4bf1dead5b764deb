// xenium::michael_scott_queue with hazard pointers: one producer, one consumer.
// library: libxenium-dev
// flags: -std=gnu++17
#include <xenium/michael_scott_queue.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>

using Reclaimer = xenium::reclamation::hazard_pointer<>;
static xenium::michael_scott_queue<int, xenium::policy::reclaimer<Reclaimer>> queue;
#define PUT(v) (queue.push(v), true)
#define GET(v) queue.try_pop(*(v))
#include "../shape_fifo.h"

// tbb::concurrent_queue: two producers.
// library: libtbb-dev
#include <tbb/concurrent_queue.h>

// What the library has besides its headers.
#include <cstdlib>
namespace tbb::detail::r1 {
void* cache_aligned_allocate(std::size_t size) {
  return std::aligned_alloc(128, (size + 127) / 128 * 128);
}
void cache_aligned_deallocate(void* p) { std::free(p); }
void* allocate_memory(std::size_t size) { return std::malloc(size); }
void deallocate_memory(void* p) { std::free(p); }
std::size_t cache_line_size() { return 128; }
}  // namespace tbb::detail::r1

static tbb::concurrent_queue<int> queue;
#define PUT(v) (queue.push(v), true)
#define GET(v) queue.try_pop(*(v))
#include "../shape_bag.h"

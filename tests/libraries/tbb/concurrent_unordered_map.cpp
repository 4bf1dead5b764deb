// tbb::concurrent_unordered_map: two threads insert, one of them the same key.
// library: libtbb-dev
#include <tbb/concurrent_unordered_map.h>

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

#include <cassert>
#include <thread>

int main() {
  tbb::concurrent_unordered_map<int, int> map;
  bool mine = false, other = false;
  std::thread t([&] { other = map.emplace(1, 10).second; });
  mine = map.emplace(1, 10).second;
  t.join();
  assert(mine != other);
  assert(map.size() == 1 && map.at(1) == 10);
}

// tbb::concurrent_vector: two threads append.
// library: libtbb-dev
#include <tbb/concurrent_vector.h>

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
  tbb::concurrent_vector<int> all;
  std::thread t([&] { all.push_back(1); });
  all.push_back(2);
  t.join();
  assert(all.size() == 2 && all[0] + all[1] == 3);
}

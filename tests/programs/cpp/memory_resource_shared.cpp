// A monotonic buffer is for one thread: here two of them may be given the same memory.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <cassert>
#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <thread>
#include <vector>
class Locked : public std::pmr::memory_resource {
  std::pmr::memory_resource *up_;
  std::mutex m_;
  void *do_allocate(std::size_t n, std::size_t a) override {
    std::lock_guard l(m_);
    return up_->allocate(n, a);
  }
  void do_deallocate(void *p, std::size_t n, std::size_t a) override {
    std::lock_guard l(m_);
    up_->deallocate(p, n, a);
  }
  bool do_is_equal(const memory_resource &o) const noexcept override { return this == &o; }

 public:
  explicit Locked(std::pmr::memory_resource *up) : up_(up) {}
};
int main() {
  alignas(16) std::byte store[256];
  std::pmr::monotonic_buffer_resource pool(store, sizeof store, std::pmr::null_memory_resource());
  std::pmr::memory_resource *shared = &pool;
  auto fill = [shared](int v) {
    std::pmr::vector<int> mine(2, v, shared);
    assert(mine[0] == v && mine[1] == v);
  };
  std::thread a(fill, 1), b(fill, 2);
  a.join();
  b.join();
}

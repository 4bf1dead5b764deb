// Memory resources of the library: monotonic buffers, pools, the default resource.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <list>
#include <map>
#include <memory_resource>
#include <new>
#include <string>
#include <thread>
#include <vector>
int main() {
  assert(std::pmr::get_default_resource() == std::pmr::new_delete_resource());
  {
    std::pmr::monotonic_buffer_resource m(64);
    std::pmr::vector<int> v(&m);
    for (int i = 0; i < 100; ++i) v.push_back(i);
    assert(v[99] == 99);
    std::pmr::string s("a string that is too long to be small, surely", &m);
    assert(s.size() == 45);
    void *p = m.allocate(100, 64);
    assert(reinterpret_cast<unsigned long>(p) % 64 == 0);
    m.release();
    p = m.allocate(3);
    assert(p);
    std::pmr::monotonic_buffer_resource over(300, std::pmr::get_default_resource());
    void *q = over.allocate(1000, 128);
    *(char *)q = 1;
    ((char *)q)[999] = 1;
  }
  {
    std::pmr::unsynchronized_pool_resource u;
    std::pmr::map<int, std::pmr::string> m(&u);
    m[1] = "x";
    m[2] = "another string that is too long to be small";
    assert(m.size() == 2);
    m.erase(1);
  }
  {
    std::pmr::synchronized_pool_resource s;
    auto f = [&] {
      std::pmr::list<int> l(&s);
      l.push_back(1);
    };
    std::thread t(f);
    f();
    t.join();
    void *leak = s.allocate(10);
    (void)leak;
  }
  bool thrown = false;
  try {
    (void)std::pmr::null_memory_resource()->allocate(1);
  } catch (const std::bad_alloc &) {
    thrown = true;
  }
  assert(thrown);
  std::pmr::memory_resource *old = std::pmr::set_default_resource(std::pmr::null_memory_resource());
  assert(old == std::pmr::new_delete_resource());
  std::pmr::set_default_resource(nullptr);
  std::pmr::vector<int> w{1};
  assert(w.get_allocator().resource() == old);
}

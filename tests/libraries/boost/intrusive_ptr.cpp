// boost::intrusive_ptr with boost::intrusive_ref_counter.
// library: libboost-dev
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cassert>
#include <thread>

struct Object : boost::intrusive_ref_counter<Object> {
  static inline int destroyed = 0;
  int value = 7;
  ~Object() { ++destroyed; }
};

int main() {
  boost::intrusive_ptr<Object> a(new Object);
  std::thread t([b = a]() mutable {
    assert(b->value == 7);
    b.reset();
  });
  a.reset();
  t.join();
  assert(Object::destroyed == 1);
}

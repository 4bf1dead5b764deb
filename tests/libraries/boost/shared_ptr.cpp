// boost::shared_ptr: the last of two owners destroys the object, once.
// library: libboost-dev
#include <boost/shared_ptr.hpp>
#include <cassert>
#include <thread>

struct Object {
  static inline int destroyed = 0;
  int value = 7;
  ~Object() { ++destroyed; }
};

int main() {
  {
    boost::shared_ptr<Object> a(new Object);
    boost::shared_ptr<Object> b = a;
    std::thread t([p = std::move(b)]() mutable {
      assert(p->value == 7);
      p.reset();
    });
    a.reset();
    t.join();
  }
  assert(Object::destroyed == 1);
}

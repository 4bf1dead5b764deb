// boost::weak_ptr::lock races with the last owner.
// library: libboost-dev
#include <boost/shared_ptr.hpp>
#include <boost/weak_ptr.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::shared_ptr<int> owner(new int(7));
  boost::weak_ptr<int> weak = owner;
  std::thread t([w = std::move(weak)] {
    if (boost::shared_ptr<int> p = w.lock()) assert(*p == 7);
  });
  owner.reset();
  t.join();
}

// boost::atomic: seq_cst stores are not overtaken by loads.
// library: libboost-dev
#include <boost/atomic.hpp>
#include <cassert>
#include <thread>

static boost::atomic<int> x(0), y(0);

int main() {
  int a = 0, b = 0;
  std::thread t([&] {
    x.store(1);
    a = y.load();
  });
  y.store(1);
  b = x.load();
  t.join();
  assert(a == 1 || b == 1);
}

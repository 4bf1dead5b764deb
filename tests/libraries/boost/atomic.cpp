// boost::atomic, by its own inline assembly.
// library: libboost-dev
#include <boost/atomic.hpp>
#include <cassert>
#include <thread>

static boost::atomic<int> ready(0), count(0);
static int data;

int main() {
  std::thread t([] {
    data = 42;
    count.fetch_add(1, boost::memory_order_relaxed);
    ready.store(1, boost::memory_order_release);
  });
  count.fetch_add(1, boost::memory_order_relaxed);
  if (ready.load(boost::memory_order_acquire) == 1) assert(data == 42);
  t.join();
  assert(count == 2);
}

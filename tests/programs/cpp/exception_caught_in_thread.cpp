// An exception is caught in its thread: unwinding runs the destructors, so the mutex is free again
// and the other thread goes on.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

std::mutex m;
int live, caught, used;

struct Resource {
  Resource() { ++live; }
  ~Resource() { --live; }
};

void fail(int depth) {
  Resource r;
  if (depth == 0) throw std::runtime_error(std::string("deep"));
  fail(depth - 1);
}

int main() {
  std::thread t([] {
    try {
      std::lock_guard lock(m);
      fail(2);
    } catch (const std::exception& e) {
      caught = e.what()[0] == 'd';
    }
  });
  {
    std::lock_guard lock(m);
    assert(live == 0);
    ++used;
  }
  t.join();
  assert(caught == 1 && used == 1);
}

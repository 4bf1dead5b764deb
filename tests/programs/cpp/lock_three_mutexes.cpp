// Std::lock and scoped_lock take three mutexes in any order without a deadlock.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;
int n;
int main() {
  std::thread t([] {
    std::lock(c, a, b);
    n++;
    a.unlock();
    b.unlock();
    c.unlock();
  });
  {
    std::scoped_lock all(a, b, c);
    n++;
  }
  t.join();
  assert(n == 2);
}

// scoped_lock takes two mutexes without a deadlock, though the other thread takes them one after
// the other in the opposite order.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int left = 10, right = 10;

int main() {
  std::thread t([] {
    std::scoped_lock lock(a, b);
    left -= 3;
    right += 3;
  });
  {
    std::lock_guard first(b);
    std::lock_guard second(a);
    right -= 5;
    left += 5;
  }
  t.join();
  assert(left == 12 && right == 8);
}

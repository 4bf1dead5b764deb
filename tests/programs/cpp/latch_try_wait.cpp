// Try_wait says true only after the last count down, and everything before it is visible then.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <latch>
#include <thread>

int x, y;
int main() {
  std::latch l(2);
  std::thread s([&] {
    x = 1;
    l.count_down();
  }),
      t([&] {
        y = 1;
        l.count_down();
      });
  if (l.try_wait()) assert(x == 1 && y == 1);
  l.wait();
  assert(x + y == 2);
  s.join();
  t.join();
}

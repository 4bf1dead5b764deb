// After a thread has dropped out of a barrier, the other one completes its phases alone.
// overtake: model=sc,tso,pso verdict=safe
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  int phase = 0, x = 0, y = 0;
  std::barrier barrier(2, [&]() noexcept { ++phase; });
  std::jthread t([&] {
    x = 1;
    barrier.arrive_and_wait();
    assert(y == 1 && phase == 1);
    barrier.arrive_and_drop();
  });
  y = 1;
  barrier.wait(barrier.arrive());
  assert(x == 1 && phase == 1);
  barrier.arrive_and_wait();
  barrier.arrive_and_wait();
  assert(phase == 3);
}

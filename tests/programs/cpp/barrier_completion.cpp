// The completion function of a barrier runs once in each phase, before anyone goes on.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <barrier>
#include <cassert>
#include <thread>

int phase, work[2];

int main() {
  auto next = []() noexcept { ++phase; };
  std::barrier b(2, next);
  auto run = [&](int i) {
    work[i] = 1;
    b.arrive_and_wait();
    assert(phase == 1 && work[1 - i] == 1);
    b.arrive_and_drop();
  };
  std::thread t(run, 1);
  run(0);
  t.join();
}

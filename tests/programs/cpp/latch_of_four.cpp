// Four threads meet at a latch: in each order in which they arrive, and no other difference.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe executions=24
#include <cassert>
#include <latch>
#include <thread>

std::latch all(4);
int part[4];

void work(int me) {
  part[me] = 1;
  all.arrive_and_wait();
  assert(part[0] + part[1] + part[2] + part[3] == 4);
}

int main() { std::jthread a(work, 0), b(work, 1), c(work, 2), d(work, 3); }

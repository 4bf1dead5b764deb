// Two workers count a latch down; who waits for it sees both results.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <latch>
#include <thread>

std::latch done(2);
int part[2];

int main() {
  std::jthread a([] {
    part[0] = 1;
    done.count_down();
  });
  std::jthread b([] {
    part[1] = 2;
    done.count_down();
  });
  done.wait();
  assert(part[0] + part[1] == 3);
}

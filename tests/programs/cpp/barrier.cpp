// Two phases, separated by a std::barrier whose completion function runs once a phase.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <barrier>
#include <cassert>
#include <thread>

int cell[2], phases;

struct Count {
  void operator()() noexcept { ++phases; }
};

std::barrier<Count> sync_point(2, Count{});

void work(int me) {
  cell[me] = me + 1;
  sync_point.arrive_and_wait();
  assert(cell[0] == 1 && cell[1] == 2);
}

int main() {
  std::jthread other(work, 1);
  work(0);
  other.join();
  assert(phases == 1);
}

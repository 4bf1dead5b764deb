// test_and_set lets exactly one thread win; clear lets the next one.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <atomic>
#include <cassert>
#include <thread>

std::atomic_flag taken = ATOMIC_FLAG_INIT;
int winners[2];

void race(int me) {
  if (!taken.test_and_set()) winners[me] = 1;
}

int main() {
  std::thread t(race, 1);
  race(0);
  t.join();
  assert(winners[0] + winners[1] == 1);
  taken.clear();
  assert(!taken.test_and_set());
}

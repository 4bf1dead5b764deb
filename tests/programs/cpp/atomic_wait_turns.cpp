// Threads take turns by std::atomic::wait, again and again until it is theirs.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe executions=10
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> turn;
int count;

void work(int me) {
  for (int now = turn.load(); now != me; now = turn.load()) turn.wait(now);
  ++count;
  turn.store(me + 1);
  turn.notify_all();
}

int main() {
  std::thread a(work, 0), b(work, 1), c(work, 2);
  a.join();
  b.join();
  c.join();
  assert(count == 3);
}

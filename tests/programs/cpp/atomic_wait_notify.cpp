// Ping-pong with atomic wait and notify.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> turn{0};
int ball;

int main() {
  std::thread pong([] {
    turn.wait(0);
    ++ball;
    turn = 2;
    turn.notify_one();
  });
  ball = 1;
  turn = 1;
  turn.notify_one();
  turn.wait(1);
  assert(ball == 2);
  pong.join();
}

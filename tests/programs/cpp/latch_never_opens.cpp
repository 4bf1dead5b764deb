// The latch expects one more than will come: its waiters wait for ever.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <latch>
#include <thread>

int main() {
  std::latch done(3);
  std::jthread a([&] { done.arrive_and_wait(); });
  done.arrive_and_wait();
}

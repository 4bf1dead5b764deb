// A future that is polled, with no time to wait: no clock is read, and the loop is a wait.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <chrono>
#include <future>
#include <thread>
int main() {
  using namespace std::chrono_literals;
  int x = 0;
  auto f = std::async(std::launch::async, [&] {
    x = 1;
    return 3;
  });
  while (f.wait_for(0s) != std::future_status::ready) std::this_thread::yield();
  assert(x == 1 && f.get() == 3);
}

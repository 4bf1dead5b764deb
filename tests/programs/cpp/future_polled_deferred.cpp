// A deferred task runs when its future is waited for: one that is only polled never becomes ready.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <cassert>
#include <chrono>
#include <future>
#include <thread>
int main() {
  using namespace std::chrono_literals;
  int x = 0;
  auto f = std::async(std::launch::deferred, [&] {
    x = 1;
    return 3;
  });
  while (f.wait_for(0s) != std::future_status::ready) std::this_thread::yield();
  assert(x == 1 && f.get() == 3);
}

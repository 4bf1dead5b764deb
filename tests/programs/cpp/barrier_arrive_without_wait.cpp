// Arrive alone orders nothing: the other's store may be missing until wait.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=15
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  int x = 0;
  std::barrier b(2);
  std::thread t([&] {
    x = 1;
    (void)b.arrive();
  });
  auto token = b.arrive();
  assert(x == 1);  // fails
  b.wait(std::move(token));
  t.join();
}

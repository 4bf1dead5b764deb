// Polls a counting semaphore with try_acquire, and yields now and then.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <semaphore>
#include <thread>
static std::counting_semaphore<4> s{0};
static int data;
int main() {
  std::thread t([] {
    int n = 0;
    while (!s.try_acquire())
      if (++n % 64 == 0) std::this_thread::yield();
    assert(data == 1);
  });
  data = 1;
  s.release();
  t.join();
}

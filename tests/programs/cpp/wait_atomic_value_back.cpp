// The value is set back before the waiter has looked: it waits for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <atomic>
#include <thread>
static std::atomic<int> a{0};
int main() {
  std::thread t([] { a.wait(0); });
  a.store(1);
  a.notify_one();
  a.store(0);
  t.join();
}

// wait_until without a predicate, its answer ignored: the data may not be there yet.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=17
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
int data;

int main() {
  std::thread t([] {
    std::unique_lock lock(m);
    if (data == 0) changed.wait_until(lock, std::chrono::steady_clock::now());
    assert(data == 1);  // fails
  });
  {
    std::lock_guard lock(m);
    data = 1;
  }
  changed.notify_one();
  t.join();
}

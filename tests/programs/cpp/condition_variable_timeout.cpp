// wait_for may time out; the predicate then decides, and is looked at under the mutex.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
int data;
bool ready;

int main() {
  std::thread t([] {
    std::unique_lock lock(m);
    if (changed.wait_for(lock, std::chrono::seconds(1), [] { return ready; }))
      assert(data == 1);
    else
      assert(data == 0);
  });
  {
    std::lock_guard lock(m);
    data = 1;
    ready = true;
  }
  changed.notify_one();
  t.join();
}

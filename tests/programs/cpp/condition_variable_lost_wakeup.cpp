// The predicate is looked at outside of the mutex: the notification may come in between, and the
// waiter sleeps for ever.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
std::atomic<bool> ready;

int main() {
  std::thread waiter([] {
    if (!ready) {
      std::unique_lock lock(m);
      changed.wait(lock);
    }
  });
  ready = true;
  changed.notify_all();
  waiter.join();
}

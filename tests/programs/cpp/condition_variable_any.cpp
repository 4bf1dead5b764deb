// condition_variable_any waits with any lock, here a shared_lock.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
std::condition_variable_any changed;
int stage;

int main() {
  std::thread t([] {
    std::shared_lock lock(m);
    changed.wait(lock, [] { return stage == 1; });
    assert(stage == 1);
  });
  {
    std::unique_lock lock(m);
    stage = 1;
  }
  changed.notify_all();
  t.join();
}

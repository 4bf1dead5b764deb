// The answer of try_lock_for is ignored: both threads may be in the critical section, and the one
// that does not own the mutex unlocks it.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=21
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex m;
int inside;

int main() {
  std::thread t([] {
    const bool owned = m.try_lock_for(std::chrono::milliseconds(5));
    ++inside;
    --inside;
    if (owned) m.unlock();
  });
  m.lock();
  ++inside;
  assert(inside == 1);  // fails
  --inside;
  m.unlock();
  t.join();
}

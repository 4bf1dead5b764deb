// try_lock_for may time out when the mutex is taken, and then the update must not be made.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex m;
int data, done;

int main() {
  std::thread t([] {
    std::unique_lock lock(m, std::chrono::milliseconds(5));
    if (lock.owns_lock()) {
      ++data;
      done = 1;
    }
  });
  {
    std::lock_guard lock(m);
    ++data;
  }
  t.join();
  assert(data == 1 + done);
}

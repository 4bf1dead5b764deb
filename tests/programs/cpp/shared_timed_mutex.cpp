// A reader of a shared_timed_mutex that gives up after a while, and a writer that tries once.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_timed_mutex m;
int low, high;

int main() {
  std::thread reader([] {
    std::shared_lock lock(m, std::chrono::milliseconds(1));
    if (lock.owns_lock()) assert(low == high);
  });
  if (std::unique_lock lock(m, std::try_to_lock); lock.owns_lock()) {
    low = 1;
    high = 1;
  }
  reader.join();
}

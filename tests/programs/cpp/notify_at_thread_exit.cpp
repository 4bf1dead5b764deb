// notify_all_at_thread_exit gives the lock back and wakes when the thread's variables are gone.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
bool ready = false;
bool gone = false;

struct Last {
  ~Last() { gone = true; }
};

void work() {
  std::unique_lock<std::mutex> lock(m);
  ready = true;
  std::notify_all_at_thread_exit(changed, std::move(lock));
  static thread_local Last last;  // made later, so it ends earlier
  (void)&last;
}

int main() {
  std::thread worker(work);
  {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return ready; });
    assert(gone);
  }
  worker.join();
}

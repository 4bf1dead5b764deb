// The predicate asks whether to stop, but nothing wakes the thread when a stop is requested.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
struct Service {
  std::mutex m;
  std::condition_variable cv;
  int jobs = 0, done = 0;
  std::jthread worker{[this](std::stop_token st) {
    std::unique_lock l(m);
    while (!st.stop_requested()) {
      cv.wait(l, [&] { return jobs > done || st.stop_requested(); });
      done = jobs;
    }
  }};
};
int main() {
  Service s;
  std::lock_guard l(s.m);
  ++s.jobs;
  s.cv.notify_one();
}

// A thread that fires timers in the order of their deadlines, none of them too early.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

int main() {
  auto begun = Clock::now();
  std::mutex mutex;
  std::condition_variable changed;
  std::multimap<Clock::time_point, std::function<void()>> timers;
  bool stop = false;
  std::vector<int> fired;
  std::thread timer([&] {
    std::unique_lock lock(mutex);
    while (!stop || !timers.empty()) {
      if (timers.empty()) {
        changed.wait(lock);
      } else if (auto first = timers.begin(); Clock::now() < first->first) {
        changed.wait_until(lock, Clock::time_point(first->first));
      } else {
        auto act = std::move(first->second);
        timers.erase(first);
        lock.unlock();
        act();
        lock.lock();
      }
    }
  });
  {
    std::lock_guard lock(mutex);
    timers.emplace(begun + 20ms, [&] { fired.push_back(2), assert(Clock::now() >= begun + 20ms); });
    timers.emplace(begun + 10ms, [&] { fired.push_back(1), assert(Clock::now() >= begun + 10ms); });
    stop = true;
  }
  changed.notify_one();
  timer.join();
  assert((fired == std::vector<int>{1, 2}));
}

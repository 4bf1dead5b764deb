// Clocks, sleep and timed waits of C++.
// overtake: model=sc,tso,pso verdict=safe
// overtake: args=-- -std=c++20
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <semaphore>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

template <class Wait>
void takes(std::chrono::milliseconds least, Wait wait) {
  const auto start = Clock::now();
  const auto day = std::chrono::system_clock::now();
  wait();
  assert(Clock::now() - start >= least);
  assert(std::chrono::system_clock::now() - day >= least);
}

int main() {
  takes(1500ms, [] { std::this_thread::sleep_for(1500ms); });
  takes(2s, [] { std::this_thread::sleep_until(Clock::now() + 2s); });
  takes(2s, [] { std::this_thread::sleep_until(std::chrono::system_clock::now() + 2s); });
  std::this_thread::sleep_until(Clock::now() - 1s);

  std::timed_mutex mutex;
  mutex.lock();
  std::thread([&] { takes(1s, [&] { assert(!mutex.try_lock_for(1s)); }); }).join();
  std::thread([&] { assert(!mutex.try_lock_until(Clock::now() - 1h)); }).join();

  std::counting_semaphore<> semaphore(0);
  takes(1s, [&] { assert(!semaphore.try_acquire_for(1s)); });
  takes(1s, [&] { assert(!semaphore.try_acquire_until(Clock::now() + 1s)); });

  std::promise<int> promise;
  auto future = promise.get_future();
  takes(3s, [&] { assert(future.wait_for(3s) == std::future_status::timeout); });

  std::mutex m;
  std::condition_variable condition;
  std::unique_lock lock(m);
  takes(1s, [&] { assert(condition.wait_for(lock, 1s) == std::cv_status::timeout); });
  takes(1s, [&] { assert(!condition.wait_for(lock, 1s, [] { return false; })); });
  std::condition_variable_any any;
  takes(1s, [&] { assert(any.wait_until(lock, Clock::now() + 1s) == std::cv_status::timeout); });
}

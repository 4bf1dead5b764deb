// The same for the C++ library: most of it is in headers, which are instrumented; its waits are
// futexes.
#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

std::atomic<int> word;
std::counting_semaphore<4> semaphore(0);
std::latch latch(2);
std::barrier barrier(2);
std::once_flag once;
int made;

struct Local {
  Local() { ++made; }
  int value = 3;
};
Local& local() {
  static Local object;
  return object;
}

struct Fails {
  Fails() {
    if (++attempts < 3) throw std::runtime_error("not yet");
  }
  static inline int attempts = 0;
};
void make_one() { static Fails object; }

thread_local int own = 5;

int main() {
  {
    std::jthread thread([] {
      word.wait(0);
      semaphore.release();
      latch.count_down();
      barrier.arrive_and_wait();
      std::call_once(once, [] { ++made; });
      assert(local().value == 3 && ++own == 6);
    });
    word = 1;
    word.notify_all();
    semaphore.acquire();
    latch.arrive_and_wait();
    barrier.arrive_and_wait();
    std::call_once(once, [] { ++made; });
    assert(local().value == 3 && own == 5);
  }
  assert(made == 2);
  auto later = std::async(std::launch::async, [] {
    std::this_thread::sleep_for(1ms);
    return 7;
  });
  std::promise<int> promise;
  std::future<int> promised = promise.get_future();
  std::thread teller([&] { promise.set_value(later.get()); });
  assert(promised.get() == 7);
  teller.join();
  std::shared_mutex shared;
  int count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 40; ++k) {
        if (k % 4 != 0) {
          const std::shared_lock lock(shared);
          assert(count >= 0);
        } else {
          const std::unique_lock lock(shared);
          ++count;
        }
      }
    });
  for (std::thread& t : threads) t.join();
  assert(count == 30);
  std::timed_mutex timed;
  timed.lock();
  // Long enough for the clock not to be there first, on a busy machine either: it is not repeated
  // by a seed.
  std::thread waits([&] { assert(!timed.try_lock_for(250ms)); });
  waits.join();
  timed.unlock();
  std::mutex mutex;
  std::condition_variable condition;
  bool ready = false;
  std::thread signals([&] {
    const std::lock_guard lock(mutex);
    ready = true;
    condition.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    assert(condition.wait_for(lock, 10s, [&] { return ready; }));
    assert(!condition.wait_for(lock, 250ms, [] { return false; }));
  }
  signals.join();
  for (int i = 0; i < 3; ++i) try {
      make_one();
    } catch (const std::runtime_error&) {
    }
  assert(Fails::attempts == 3);
  try {
    std::once_flag flag;
    std::call_once(flag, [] { throw 1; });
    assert(false);
  } catch (int) {
  }
}

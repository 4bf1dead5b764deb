#include <atomic>
#include <barrier>
#include <latch>
#include <semaphore>
#include <stop_token>
#include <thread>
#include <vector>

#include "check.h"
int main() {
  std::counting_semaphore<5> s(0);
  std::binary_semaphore b(1);
  std::atomic<int> n{0};
  {
    std::jthread t([&] { s.acquire(), n += 3, b.release(); });
    b.acquire(), s.release(2), b.acquire();
  }
  mix(n), mix(s.try_acquire()), mix(s.try_acquire());
  std::latch l(2);
  {
    std::jthread t([&] { n += 4, l.count_down(); });
    l.arrive_and_wait();
    mix(n);
  }
  std::barrier bar(2, []() noexcept {});
  {
    std::jthread t([&] { n++, bar.arrive_and_wait(), bar.arrive_and_wait(); });
    bar.arrive_and_wait(), n++, bar.arrive_and_wait();
  }
  mix(n);
  {
    std::jthread t([&](std::stop_token st) {
      while (!st.stop_requested()) std::this_thread::yield();
      n += 10;
    });
    t.request_stop();
  }
  mix(n);
  std::stop_source src;
  {
    std::stop_callback cb(src.get_token(), [&] { n += 7; });
    src.request_stop();
  }
  mix(n);
  std::atomic<int> w{0};
  {
    std::jthread t([&] { w = 1, w.notify_one(); });
    w.wait(0);
  }
  mix(w);
  return done();
}

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>
#include <vector>

#include "check.h"
static std::mutex m;
static std::condition_variable c;
static std::queue<int> q;
static bool closed;
static std::once_flag once;
static std::atomic<int> a{0};
static thread_local int mine = 3;
struct Heavy {
  int v;
  Heavy() : v(7) { a += 100; }
};
static Heavy& instance() {
  static Heavy h;
  return h;
}
int main() {
  std::vector<std::thread> t;
  long sum = 0;
  t.emplace_back([&] {
    std::unique_lock<std::mutex> l(m);
    for (;;) {
      c.wait(l, [] { return !q.empty() || closed; });
      if (q.empty()) break;
      sum += q.front(), q.pop();
    }
  });
  for (int i = 0; i < 5; ++i) {
    std::lock_guard<std::mutex> l(m);
    q.push(i), c.notify_one();
  }
  {
    std::scoped_lock l(m);
    closed = true;
  }
  c.notify_all();
  for (auto& x : t) x.join();
  mix(sum);
  t.clear();
  for (int i = 0; i < 3; ++i)
    t.emplace_back(
        [](int n, std::atomic<int>& r) {
          std::call_once(once, [&] { r += 1000; });
          mine += n, r += mine, r += instance().v;
        },
        i, std::ref(a));
  for (auto& x : t) x.join();
  mix(a), mix(mine);
  std::shared_mutex s;
  {
    std::shared_lock r1(s), r2(s);
    mix(r1.owns_lock());
  }
  {
    std::unique_lock w(s);
  }
  std::recursive_mutex rm;
  {
    std::lock_guard l1(rm), l2(rm);
  }
  std::timed_mutex tm;
  mix(tm.try_lock()), tm.unlock();
  std::mutex m2;
  {
    std::lock(m, m2);
    std::lock_guard l1(m, std::adopt_lock), l2(m2, std::adopt_lock);
  }
  {
    std::unique_lock l(m, std::try_to_lock);
    mix(l.owns_lock());
  }
  std::condition_variable_any any;
  bool go = false;
  std::thread x([&] {
    std::unique_lock l(m);
    go = true;
    any.notify_one();
  });
  {
    std::unique_lock l(m);
    any.wait(l, [&] { return go; });
  }
  x.join();
  mix(std::this_thread::get_id() == std::thread::id());
  std::thread moved;
  mix(moved.joinable());
  std::thread y([] {});
  moved = std::move(y), mix(moved.joinable()), moved.join();
  std::this_thread::yield();
  return done();
}

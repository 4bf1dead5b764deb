// Two threads resume one generator without a lock.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <cassert>
#include <coroutine>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
struct Gen {
  struct promise_type {
    int now = 0;
    Gen get_return_object() {
      return Gen{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept {
      now = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit Gen(std::coroutine_handle<promise_type> h) : h(h) {}
  Gen(Gen &&o) noexcept : h(std::exchange(o.h, {})) {}
  ~Gen() {
    if (h) h.destroy();
  }
  int next() {
    h.resume();
    return h.promise().now;
  }
};
Gen numbers() {
  for (int i = 1;; ++i) co_yield i;
}
int main() {
  Gen g = numbers();
  std::mutex m;
  int got[2];
  auto take = [&](int k) { got[k] = g.next(); };
  std::thread a(take, 0), b(take, 1);
  a.join();
  b.join();
  assert(got[0] + got[1] == 3);
}

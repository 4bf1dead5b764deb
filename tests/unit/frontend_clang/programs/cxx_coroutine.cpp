#include <coroutine>

#include "check.h"
struct Gen {
  struct promise_type {
    int v;
    Gen get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) {
      v = x;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  ~Gen() { h.destroy(); }
};
static Gen count(int n) {
  for (int i = 0; i < n; ++i) co_yield i* i;
}
int main() {
  Gen g = count(6);
  while (g.h.resume(), !g.h.done()) mix(g.h.promise().v);
  return done();
}

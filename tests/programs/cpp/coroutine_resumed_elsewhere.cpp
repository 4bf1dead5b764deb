// A coroutine is resumed by another thread than the one that started it, after it was handed over.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

int steps;
static Task count() {
  ++steps;
  co_await std::suspend_always{};
  ++steps;
}

int main() {
  Task t = count();
  t.h.resume();
  std::thread other([&] { t.h.resume(); });
  other.join();
  assert(steps == 2 && t.h.done());
  t.h.destroy();
}

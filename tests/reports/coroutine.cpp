// overtake check coroutine.cpp --model tso
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>
std::thread hopper;
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};
struct Hop {
  int started = 0;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    hopper = std::thread([h] { h.resume(); });
    started = 1;  // the frame may have ended by now
  }
  void await_resume() {}
};
int steps = 0;
Task work() {
  steps++;
  Hop hop;
  co_await hop;
  steps++;
}
int main() {
  work();
  hopper.join();
  assert(steps == 2);
}

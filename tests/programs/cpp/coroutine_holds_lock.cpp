// A coroutine is suspended with a lock and ends on another thread, which does not hold it.
// overtake: model=sc,tso,pso verdict=error kind=unlock-not-held line=21
#include <coroutine>
#include <mutex>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
};

Task work(std::mutex& mutex) {
  std::lock_guard lock(mutex);
  co_await std::suspend_always{};
}

int main() {
  std::mutex mutex;
  Task task = work(mutex);
  std::thread t([&] { task.handle.resume(); });
  t.join();
  task.handle.destroy();
}

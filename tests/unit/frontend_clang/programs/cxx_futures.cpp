#include <future>
#include <stdexcept>
#include <thread>

#include "check.h"
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&] { p.set_value(5); });
  mix(f.get()), t.join();
  auto a = std::async(std::launch::async, [](int x) { return x * 2; }, 21);
  mix(a.get());
  auto d = std::async(std::launch::deferred, [] { return 9; });
  mix(d.get());
  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  auto g = task.get_future();
  std::thread u(std::move(task), 7);
  mix(g.get()), u.join();
  std::promise<void> q;
  auto h = q.get_future().share();
  q.set_exception(std::make_exception_ptr(std::runtime_error("failed")));
  try {
    h.get();
  } catch (std::runtime_error& e) {
    mix(e.what()[0]);
  }
  try {
    f.get();
  } catch (std::future_error& e) {
    mix(2);
  }
  auto e = std::async(std::launch::async, []() -> int { throw 4; });
  try {
    e.get();
  } catch (int n) {
    mix(n);
  }
  return done();
}

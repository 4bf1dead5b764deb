// Two threads satisfy one promise: exactly one of them gets the error.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::atomic<int> refused{0};
  auto set = [&](int v) {
    try {
      p.set_value(v);
    } catch (const std::future_error& e) {
      assert(e.code() == std::future_errc::promise_already_satisfied);
      ++refused;
    }
  };
  std::thread a(set, 1);
  set(2);
  a.join();
  assert(refused == 1);
  int v = f.get();
  assert(v == 1 || v == 2);
}

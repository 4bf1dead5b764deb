// lock_guard protects a counter in a class template.
// overtake: model=sc,tso,pso verdict=safe executions=6
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

template <typename T>
class Guarded {
 public:
  template <typename F>
  auto with(F f) {
    std::lock_guard lock(mutex_);
    return f(value_);
  }

 private:
  std::mutex mutex_;
  T value_{};
};

int main() {
  Guarded<int> counter;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] { counter.with([](int& n) { return ++n; }); });
  for (std::thread& t : threads) t.join();
  assert(counter.with([](int n) { return n; }) == 3);
}

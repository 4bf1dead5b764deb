// std::async in its two ways, and a packaged_task run by a thread.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::future<int> eager = std::async(std::launch::async, [] { return 1; });
  std::future<int> lazy = std::async(std::launch::deferred, [] { return 2; });
  std::packaged_task<int(int)> task([](int n) { return n * 2; });
  std::future<int> result = task.get_future();
  std::thread t(std::move(task), 4);
  assert(eager.get() + lazy.get() + result.get() == 11);
  t.join();
}

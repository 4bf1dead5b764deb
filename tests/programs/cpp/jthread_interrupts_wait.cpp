// A jthread waits on a condition variable with its stop token: its destructor ends the wait.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex m;
  std::condition_variable_any c;
  bool never = false, ended = false;
  {
    std::jthread t([&](std::stop_token token) {
      std::unique_lock lock(m);
      bool got = c.wait(lock, token, [&] { return never; });
      assert(!got);
      ended = true;
    });
  }
  assert(ended);
}

// A stop_callback runs exactly once, in the thread that asks to stop or, if that was before, in the
// thread that registers it.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

std::atomic<int> calls;

int main() {
  std::stop_source source;
  std::thread t([token = source.get_token()] {
    std::stop_callback callback(token, [] { ++calls; });
    while (calls.load() == 0) std::this_thread::yield();
  });
  assert(source.request_stop());
  assert(!source.request_stop());
  t.join();
  assert(calls == 1);
}

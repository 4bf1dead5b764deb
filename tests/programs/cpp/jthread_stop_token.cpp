// A jthread asks its thread to stop and joins it when it goes out of scope. What the thread wrote
// after it saw the request is visible then.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <stop_token>
#include <thread>

int result;

int main() {
  {
    std::jthread worker([](std::stop_token stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      result = 1;
    });
  }
  assert(result == 1);
}

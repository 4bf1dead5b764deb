// call_once: an initialization that throws does not count, one that returns is done for all.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag once;
int attempts, value;

void use() {
  auto initialize = [] {
    if (++attempts == 1) throw std::runtime_error("first attempt fails");
    value = 9;
  };
  for (;;) {
    try {
      std::call_once(once, initialize);
      break;
    } catch (const std::runtime_error&) {
    }
  }
  assert(value == 9);
}

int main() {
  std::thread t(use);
  use();
  t.join();
  assert(attempts == 2);
}

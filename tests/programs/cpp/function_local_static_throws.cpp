// The initialization of a function's static object fails once and is tried again.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tries{0};
struct Once {
  Once() {
    if (tries++ == 0) throw 1;
  }
};
static void use() {
  try {
    static Once once;
  } catch (int) {
  }
}

int main() {
  std::thread t(use);
  use();
  t.join();
  use();
  assert(tries == 2);
}

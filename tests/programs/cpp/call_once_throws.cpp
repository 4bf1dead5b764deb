// call_once tries again after an exception; in the end exactly one call has succeeded.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag flag;
std::atomic<int> tries{0};
int made;

static void work() {
  try {
    std::call_once(flag, [] {
      if (++tries == 1) throw 1;
      ++made;
    });
  } catch (int) {
  }
}

int main() {
  std::thread a(work);
  work();
  a.join();
  work();
  assert(made == 1 && tries == 2);
}

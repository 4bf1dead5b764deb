// The same with a lock by hand: the exception keeps it, and the other thread waits for ever.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <mutex>
#include <thread>

std::mutex m;

static void step(bool fail) {
  m.lock();
  if (fail) throw 1;
  m.unlock();
}

int main() {
  std::thread t([] {
    try {
      step(true);
    } catch (int) {
    }
  });
  step(false);
  t.join();
}

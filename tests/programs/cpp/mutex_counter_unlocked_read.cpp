// The unique_lock is given up between reading the counter and writing it back: an update is lost.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=22
#include <cassert>
#include <mutex>
#include <thread>

std::mutex m;
int counter;

void increment() {
  std::unique_lock lock(m);
  const int seen = counter;
  lock.unlock();
  lock.lock();
  counter = seen + 1;
}

int main() {
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2);  // fails
}

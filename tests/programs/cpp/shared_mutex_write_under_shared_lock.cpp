// Two writers that hold the shared mutex only shared: an update is lost.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=19
#include <cassert>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
int hits;

void hit() {
  std::shared_lock lock(m);
  ++hits;
}

int main() {
  std::thread a(hit), b(hit);
  a.join();
  b.join();
  assert(hits == 2);  // fails
}

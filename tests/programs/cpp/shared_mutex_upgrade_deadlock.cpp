// Two readers that both ask for the write lock while they read.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
int n;

static void upgrade() {
  m.lock_shared();
  if (n == 0) {
    m.lock();
    ++n;
    m.unlock();
  }
  m.unlock_shared();
}

int main() {
  std::thread a(upgrade);
  upgrade();
  a.join();
}

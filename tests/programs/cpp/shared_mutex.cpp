// Two readers under shared_lock and a writer under unique_lock: no reader sees half an update.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
int low, high;

void reader() {
  std::shared_lock lock(m);
  assert(low == high);
}

int main() {
  std::thread a(reader), b(reader);
  {
    std::unique_lock lock(m);
    ++low;
    ++high;
  }
  a.join();
  b.join();
}

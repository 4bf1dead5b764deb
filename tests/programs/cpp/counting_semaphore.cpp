// At most two of three threads are inside; a binary semaphore hands over at the end.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

std::counting_semaphore<2> places(2);
std::binary_semaphore left(0);
std::atomic<int> inside;

void visit() {
  places.acquire();
  assert(++inside <= 2);
  --inside;
  places.release();
}

int main() {
  std::thread a(visit);
  std::thread b([] {
    visit();
    left.release();
  });
  left.acquire();
  if (places.try_acquire()) places.release();
  a.join();
  b.join();
}

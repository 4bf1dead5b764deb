// All operations of atomic integers by two threads: none is lost.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> sum{10};
std::atomic<unsigned char> bits{0};
std::atomic<long> exchanged{1};

void work(int id) {
  sum += 2;
  --sum;
  bits |= static_cast<unsigned char>(1 << id);
  long old = exchanged.load();
  while (!exchanged.compare_exchange_weak(old, old * 2)) {
  }
}

int main() {
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  assert(sum == 12);
  assert(bits == 3);
  assert(exchanged == 4);
}

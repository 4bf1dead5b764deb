// fetch_add of atomic<float> and atomic<double> is a compare-exchange loop.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<float> sum{0.5f};
std::atomic<double> last{0};

void add(float amount) {
  sum.fetch_add(amount);
  last.store(amount);
}

int main() {
  std::thread a(add, 1.0f), b(add, 2.0f);
  a.join();
  b.join();
  assert(sum == 3.5f);
  assert(last == 1.0 || last == 2.0);
}

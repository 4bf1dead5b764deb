// Compare_exchange of an atomic<double> compares bits: -0.0 is not 0.0, and a NaN is itself.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <cmath>
#include <limits>
#include <thread>

std::atomic<double> d{-0.0};
int main() {
  double e = 0.0;
  assert(!d.compare_exchange_strong(e, 1.0) && std::signbit(e));
  std::thread s([] { d.fetch_add(1.5); }), t([] { d.fetch_sub(0.5); });
  s.join();
  t.join();
  assert(d == 1.0);
  d = std::numeric_limits<double>::quiet_NaN();
  e = std::numeric_limits<double>::quiet_NaN();
  assert(d.compare_exchange_strong(e, 2.0) && d.load() == 2.0);
}

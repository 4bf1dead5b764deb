#include <atomic>
#include <thread>

#include "check.h"
static std::atomic<int> ended{0};
struct Counter {
  int n;
  Counter() : n(5) {}
  ~Counter() { ended += n; }
};
static thread_local Counter counter;
static thread_local int plain = 4;
int main() {
  std::thread a([] { counter.n += plain++; }), b([] { plain = 9; });
  a.join(), b.join();
  mix(ended), mix(plain), mix(counter.n);
  return done();
}

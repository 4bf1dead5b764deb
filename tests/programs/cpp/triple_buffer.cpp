// Three frames: the writer never waits, and the reader has the newest whole one.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>
struct Frame {
  int a = 0, b = 0;
};
class TripleBuffer {
  Frame f[3];
  std::atomic<unsigned char> mid{1};
  unsigned char back = 0, front = 2;  // bit 2: fresh
 public:
  Frame& writing() { return f[back]; }
#ifdef IN_TWO_STEPS
  void publish() {
    unsigned char old = mid;
    mid = back | 4;
    back = old & 3;
  }
#else
  void publish() { back = mid.exchange(back | 4, std::memory_order_acq_rel) & 3; }
#endif
  const Frame& latest() {
    if (mid.load(std::memory_order_relaxed) & 4)
      front = mid.exchange(front, std::memory_order_acq_rel) & 3;
    return f[front];
  }
};
int main() {
  TripleBuffer t;
  std::thread w([&] {
    for (int i = 1; i <= 3; ++i) {
      auto& f = t.writing();
      f.a = i;
      f.b = i;
      t.publish();
    }
  });
  int last = 0;
  for (int i = 0; i < 3; ++i) {
    auto& f = t.latest();
    assert(f.a == f.b);
    assert(f.a >= last);
    last = f.a;
  }
  w.join();
}

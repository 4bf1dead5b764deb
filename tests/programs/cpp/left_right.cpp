// Left-right: readers never wait; the writer changes the instance that nobody reads, sends readers
// there, waits until the other one is left, and changes it, too.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
template <class T>
class LeftRight {
  T inst[2]{};
  std::atomic<int> side{0}, version{0};
  struct alignas(64) Ind {
    std::atomic<int> n{0};
  } readers[2];
  std::mutex writers;
  void wait_for(int v) {
    while (readers[v].n.load() != 0) std::this_thread::yield();
  }

 public:
  template <class F>
  auto read(F f) {
    int v = version.load();
    readers[v].n.fetch_add(1);
    auto r = f(inst[side.load()]);
    readers[v].n.fetch_sub(1);
    return r;
  }
  template <class F>
  void write(F f) {
    std::lock_guard<std::mutex> g(writers);
    int s = side.load(std::memory_order_relaxed);
    f(inst[!s]);
    side.store(!s);
    int v = version.load(std::memory_order_relaxed);
    wait_for(!v);
    version.store(!v);
#ifndef IMPATIENT
    wait_for(v);
#endif
    f(inst[s]);
  }
};
struct Pair {
  int a = 0, b = 0;
};
int main() {
  LeftRight<Pair> lr;
  std::thread r([&] {
    int last = 0;
    for (int i = 0; i < 2; ++i) {
      int x = lr.read([](const Pair& p) {
        assert(p.a == p.b);
        return p.a;
      });
      assert(x >= last);
      last = x;
    }
  });
  lr.write([](Pair& p) {
    ++p.a;
    ++p.b;
  });
  lr.write([](Pair& p) {
    ++p.a;
    ++p.b;
  });
  r.join();
}

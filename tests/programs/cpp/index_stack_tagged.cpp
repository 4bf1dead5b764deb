// A free list by slot numbers, with a tag that tells a slot that came back from one that stayed.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>
// A stack of slot numbers: a slot that comes back is the same number, unless a tag tells the two
// apart.
struct Head {
  std::int32_t index;
  std::uint32_t tag;
};
class Free {
  std::atomic<Head> head_;
  std::atomic<std::int32_t> next_[3];

 public:
  Free() {
    for (int i = 0; i < 3; ++i) next_[i] = i == 2 ? -1 : i + 1;
    head_.store(Head{0});
  }
  int get() {
    Head h = head_.load(), n;
    do {
      if (h.index < 0) return -1;
      n = h;
      n.index = next_[h.index];
      ++n.tag;
    } while (!head_.compare_exchange_weak(h, n));
    return h.index;
  }
  void put(int i) {
    Head h = head_.load(), n;
    do {
      next_[i] = h.index;
      n = h;
      n.index = i;
    } while (!head_.compare_exchange_weak(h, n));
  }
};
int main() {
  Free f;
  int a = -1, b = -1;
  std::thread t([&] { a = f.get(); });
  int first = f.get();
  b = f.get();
  if (first >= 0) f.put(first);
  t.join();
  int c = f.get();
  // What t and main still hold was never handed out twice.
  assert(a < 0 || b < 0 || a != b);
  assert(c < 0 || (c != a && c != b));
}

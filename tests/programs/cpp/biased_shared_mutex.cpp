// BRAVO: readers of a biased lock only say that they are there; a writer takes the bias away, and
// waits for those.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <shared_mutex>
#include <thread>
class Bravo {
  std::shared_mutex under;
  std::atomic<bool> bias{true};
  std::atomic<Bravo*> visible[2]{};

 public:
  int lock_shared(int id) {
    if (bias.load(std::memory_order_relaxed)) {
      Bravo* e = nullptr;
      if (visible[id].compare_exchange_strong(e, this)) {
#ifdef WITHOUT_SECOND_LOOK
        return id;
#endif
        if (bias.load()) return id;
        visible[id].store(nullptr);
      }
    }
    under.lock_shared();
    return -1;
  }
  void unlock_shared(int s) {
    if (s >= 0)
      visible[s].store(nullptr, std::memory_order_release);
    else
      under.unlock_shared();
  }
  void lock() {
    under.lock();
    if (bias.load(std::memory_order_relaxed)) {
      bias.store(false);
      for (auto& v : visible)
        while (v.load(std::memory_order_acquire) == this) std::this_thread::yield();
    }
  }
  void unlock() { under.unlock(); }
};
int main() {
  Bravo l;
  int a = 0, b = 0;
  std::thread r([&] {
    for (int i = 0; i < 2; ++i) {
      int s = l.lock_shared(0);
      assert(a == b);
      l.unlock_shared(s);
    }
  });
  std::thread w([&] {
    l.lock();
    ++a;
    ++b;
    l.unlock();
  });
  int s = l.lock_shared(1);
  assert(a == b);
  l.unlock_shared(s);
  r.join();
  w.join();
}

// A lazy singleton with double-checked locking: the pointer is published by a release store.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <mutex>
#include <new>
#include <thread>

struct Settings {
  int size;
  Settings() { size = 3; }
};

std::mutex m;
std::atomic<Settings*> instance{nullptr};
alignas(Settings) unsigned char place[sizeof(Settings)];

Settings* get() {
  Settings* s = instance.load(std::memory_order_acquire);
  if (s == nullptr) {
    std::lock_guard lock(m);
    s = instance.load(std::memory_order_relaxed);
    if (s == nullptr) {
      s = new (place) Settings;
      instance.store(s, std::memory_order_release);
    }
  }
  return s;
}

int main() {
  std::thread t([] { assert(get()->size == 3); });
  assert(get()->size == 3);
  t.join();
}

// Double-checked locking with a relaxed publication: under PSO the pointer may overtake the object.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=34
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
      instance.store(s, std::memory_order_relaxed);
    }
  }
  return s;
}

int main() {
  std::thread t(get);
  assert(get()->size == 3);  // fails
  t.join();
}

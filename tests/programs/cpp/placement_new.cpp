// Objects are built by placement new in an array of bytes and handed over by an atomic index.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

struct Item {
  int value;
  explicit Item(int v) : value(v) {}
  ~Item() { value = 0; }
};

alignas(Item) unsigned char storage[2 * sizeof(Item)];
std::atomic<int> built{0};

Item* at(int i) { return std::launder(reinterpret_cast<Item*>(storage + i * sizeof(Item))); }

int main() {
  std::thread builder([] {
    for (int i = 0; i < 2; ++i) {
      new (storage + i * sizeof(Item)) Item(i + 1);
      built.store(i + 1, std::memory_order_release);
    }
  });
  for (int i = 0, n = built.load(std::memory_order_acquire); i < n; ++i)
    assert(at(i)->value == i + 1);
  builder.join();
  at(0)->~Item();
  at(1)->~Item();
}

// fences: pso safety 1, pso robustness 1
// A lazily made object, published by a relaxed store.
#include <atomic>
#include <cassert>
#include <thread>

struct Object {
  int value = 0;
};
Object object;
std::atomic<Object*> published{nullptr};

void make() {
  object.value = 42;
  published.store(&object, std::memory_order_relaxed);
}

void use() {
  if (Object* seen = published.load(std::memory_order_acquire)) assert(seen->value == 42);
}

int main() {
  std::thread a(make), b(use);
  a.join();
  b.join();
}

// atomic<shared_ptr> and weak_ptr: the reader's snapshot outlives the exchange.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto current = std::make_shared<int>(1);
  std::weak_ptr<int> first = current;
  std::thread reader([&] {
    std::shared_ptr<int> snapshot = std::atomic_load(&current);
    assert(*snapshot == 1 || *snapshot == 2);
  });
  std::atomic_store(&current, std::make_shared<int>(2));
  reader.join();
  assert(first.expired() && *current == 2);
}

// A configuration in an atomic shared_ptr is replaced while it is read and replaced; the last holder destroys it.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Config {
  int a, b;
  explicit Config(int x) : a(x), b(-x) {}
  ~Config() { a = b = 99; }
};

std::atomic<std::shared_ptr<const Config>> current{std::make_shared<const Config>(1)};

int main() {
  std::weak_ptr<const Config> first = current.load();
  std::thread writer([] {
    auto old = current.exchange(std::make_shared<const Config>(2));
    assert(old->a == 1 || old->a == 3);
  });
  std::thread reader([] {
    auto seen = current.load();
    assert(seen->a + seen->b == 0 && (seen->a == 1 || seen->a == 2));
    auto expected = seen;
    if (!current.compare_exchange_strong(expected, std::make_shared<const Config>(3)))
      assert(expected != seen);
  });
  writer.join();
  reader.join();
  assert(current.load()->a == 2 || current.load()->a == 3);
  assert(first.expired());
}

// A function-local static with a constructor is built once, and whole for everybody.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <thread>
#include <vector>

int built;

class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }
  const std::vector<int>& items() const { return items_; }

 private:
  Registry() : items_{1, 2, 3} { ++built; }
  std::vector<int> items_;
};

void use() { assert(Registry::instance().items().size() == 3); }

int main() {
  std::thread t(use);
  use();
  t.join();
  assert(built == 1);
}

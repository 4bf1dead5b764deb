// A weak_ptr that is locked while the last owner lets go: null, or an object that is still whole.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <memory>
#include <thread>

struct Node {
  int value = 3;
  ~Node() { value = 0; }
};
int main() {
  auto owner = std::make_shared<Node>();
  std::weak_ptr<Node> weak = owner;
  std::thread t([&] { owner.reset(); });
  if (auto mine = weak.lock()) assert(mine->value == 3);
  t.join();
  assert(weak.expired());
}

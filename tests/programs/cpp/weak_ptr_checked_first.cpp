// Expired and then the raw pointer: between the two the object can end.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free
#include <memory>
#include <thread>

struct Node {
  int value = 3;
};
int main() {
  std::shared_ptr<Node> owner(new Node);
  Node* raw = owner.get();
  std::weak_ptr<Node> weak = owner;
  std::thread t([&] { owner.reset(); });
  int got = 0;
  if (!weak.expired()) got = raw->value;
  t.join();
  return got == 3;
}

// Treiber's stack with a hazard pointer: who pops says which node it looks at, looks again whether
// that is still the top, and who deletes asks first.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

std::atomic<Node*> top{nullptr};
std::atomic<Node*> hazard{nullptr};

void push(int value) {
  Node* n = new Node{value, top.load()};
  while (!top.compare_exchange_weak(n->next, n)) {
  }
}

int peek() {
  Node* n = top.load();
  if (n == nullptr) return 0;
  hazard.store(n);
  if (top.load() != n) return 0;
  return n->value;
}

void pop() {
  Node* n = top.load();
  if (n == nullptr || !top.compare_exchange_strong(n, n->next)) return;
  if (hazard.load() != n) delete n;
}

int main() {
  push(1);
  std::thread popper(pop);
  const int seen = peek();
  assert(seen == 0 || seen == 1);
  popper.join();
}

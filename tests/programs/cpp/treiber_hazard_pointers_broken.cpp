// The hazard pointer is set by a release store, which may still be in the buffer when the top is
// looked at again: under TSO and PSO the node is deleted all the same.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=use-after-free line=28
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
  hazard.store(n, std::memory_order_release);
  if (top.load() != n) return 0;
  return n->value;  // fails
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

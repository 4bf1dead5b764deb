// A stack that frees what it pops while others still look at it.
//
// expect --model sc: use-after-free
// expect --model pso: use-after-free
#include <overtake/linearize.h>

#include <atomic>
#include <optional>

struct Stack {
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> head{nullptr};

  void push(int value) {
    Node* n = new Node{value, head.load()};
    while (!head.compare_exchange_strong(n->next, n)) {
    }
  }
  std::optional<int> pop() {
    Node* n = head.load();
    while (n != nullptr && !head.compare_exchange_strong(n, n->next)) {
    }
    if (n == nullptr) return std::nullopt;
    const int value = n->value;
    delete n;
    return value;
  }
};

OVERTAKE_LINEARIZABLE(Stack, push(1), pop());

// Treiber's stack. Nodes that are popped are freed once no thread has them in its hazard pointer.
// -DNO_HAZARD frees them at once, -DNO_FENCE publishes hazard pointers too late, and -DREUSE takes
// nodes from a list of free ones instead: A, then B, then A again.
//
// expect --model sc: linearizable
// expect-slowly --model sc --operations 3: linearizable
// expect --model tso: linearizable
// expect --model pso: linearizable
// expect --model sc -- -DNO_HAZARD: use-after-free
// expect --model sc -- -DNO_FENCE: linearizable
// expect --model tso -- -DNO_FENCE: use-after-free
// expect --model sc --operations 3 -- -DREUSE: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <optional>

struct Node {
  int value;
  Node* next;
};

struct Stack {
  std::atomic<Node*> head{nullptr};
  std::atomic<Node*> hazard[3] = {};
  std::atomic<int> users{0};
#ifdef REUSE
  Node nodes[8] = {};
  std::atomic<int> used{0};
  std::atomic<Node*> spare{nullptr};

  Node* make() {
    if (Node* n = spare.exchange(nullptr)) return n;
    return &nodes[used.fetch_add(1)];
  }
  void retire(Node* n) {
    Node* none = nullptr;
    spare.compare_exchange_strong(none, n);
  }
#else
  Node* make() { return new Node; }
  void retire(Node* n) {
#ifndef NO_HAZARD
    for (auto& h : hazard)
      if (h.load() == n) return;  // a later call frees it
#endif
    delete n;
  }
#endif

  void push(int value) {
    Node* n = make();
    n->value = value;
    n->next = head.load();
    while (!head.compare_exchange_strong(n->next, n)) {
    }
  }

  std::optional<int> pop() {
    static thread_local int slot = -1;
    if (slot < 0) slot = users.fetch_add(1) % 3;
    for (;;) {
      Node* n = head.load();
      if (n == nullptr) return std::nullopt;
#ifdef NO_FENCE
      hazard[slot].store(n, std::memory_order_relaxed);
#else
      hazard[slot].store(n);
#endif
      if (head.load() != n) continue;
      Node* next = n->next;
      if (!head.compare_exchange_strong(n, next)) continue;
      const int value = n->value;
      hazard[slot].store(nullptr);
      retire(n);
      return value;
    }
  }
};

OVERTAKE_LINEARIZABLE(Stack, push(1), pop());
OVERTAKE_INITIALLY(push(7), push(8));
OVERTAKE_DISTINCT(push);

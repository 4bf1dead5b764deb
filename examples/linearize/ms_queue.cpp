// Michael and Scott's queue; nodes are not freed. -DPLAIN_LINK links a node without comparing:
// elements are lost. -DEARLY reads the value of the node that is left instead of the next one.
//
// expect --model sc: linearizable
// expect-slowly --model sc --operations 3: linearizable
// expect --model sc --threads 3 --operations 1: linearizable
// expect --model tso: linearizable
// expect --model pso: linearizable
// expect --model sc -- -DPLAIN_LINK: not-linearizable
// expect --model sc -- -DEARLY: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <deque>
#include <optional>

struct Queue {
  struct Node {
    int value = 0;
    std::atomic<Node*> next{nullptr};
  };
  std::atomic<Node*> head;
  std::atomic<Node*> tail;

  Queue() {
    Node* dummy = new Node;
    head = dummy;
    tail = dummy;
  }

  void enqueue(int value) {
    Node* n = new Node;
    n->value = value;
    for (;;) {
      Node* last = tail.load();
      Node* next = last->next.load();
      if (next != nullptr) {
        tail.compare_exchange_strong(last, next);
        continue;
      }
#ifdef PLAIN_LINK
      last->next.store(n);
      tail.compare_exchange_strong(last, n);
      return;
#else
      if (last->next.compare_exchange_strong(next, n)) {
        tail.compare_exchange_strong(last, n);
        return;
      }
#endif
    }
  }

  std::optional<int> dequeue() {
    for (;;) {
      Node* first = head.load();
      Node* last = tail.load();
      Node* next = first->next.load();
      if (first == last) {
        if (next == nullptr) return std::nullopt;
        tail.compare_exchange_strong(last, next);
        continue;
      }
#ifdef EARLY
      const int value = first->value;
#else
      const int value = next->value;
#endif
      if (head.compare_exchange_strong(first, next)) return value;
    }
  }
};

struct Specification {
  std::deque<int> elements;
  void enqueue(int value) { elements.push_back(value); }
  std::optional<int> dequeue() {
    if (elements.empty()) return std::nullopt;
    const int value = elements.front();
    elements.pop_front();
    return value;
  }
};

OVERTAKE_LINEARIZABLE(Queue, enqueue(1), dequeue());
OVERTAKE_SPECIFICATION(Specification);
OVERTAKE_DISTINCT(enqueue);

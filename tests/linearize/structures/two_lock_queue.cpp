// Michael and Scott's queue with two locks. -DONE_LOCK_LESS dequeues without one.
//
// expect --model sc: linearizable
// expect --model pso: linearizable
// expect --model sc -- -DONE_LOCK_LESS: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <mutex>
#include <optional>

struct Queue {
  struct Node {
    int value = 0;
    std::atomic<Node*> next{nullptr};
  };
  std::mutex head_lock, tail_lock;
  Node* head = new Node;
  Node* tail = head;

  void enqueue(int v) {
    Node* n = new Node;
    n->value = v;
    const std::lock_guard lock(tail_lock);
    tail->next.store(n);
    tail = n;
  }
  std::optional<int> dequeue() {
#ifndef ONE_LOCK_LESS
    const std::lock_guard lock(head_lock);
#endif
    Node* next = head->next.load();
    if (next == nullptr) return std::nullopt;
    head = next;
    return next->value;
  }
};

OVERTAKE_LINEARIZABLE(Queue, enqueue(1), dequeue());
OVERTAKE_DISTINCT(enqueue);

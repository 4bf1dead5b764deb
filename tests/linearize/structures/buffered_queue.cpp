// A queue whose elements wait with the producer until it has two, or dequeues itself: sequentially
// consistent for one producer and one consumer, and not linearizable.
//
// expect --model sc --require sequential: sequential
// expect --model sc: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <deque>
#include <optional>

thread_local int waiting = 0;

struct Queue {
  std::atomic<int> slots[6] = {};
  std::atomic<int> tail{0};
  int head = 0;

  void publish(int v) {
    const int t = tail.load();
    slots[t].store(v);
    tail.store(t + 1);
  }
  void enqueue(int v) {
    if (waiting != 0) {
      publish(waiting);
      publish(v);
    }
    waiting = waiting == 0 ? v : 0;
  }
  std::optional<int> dequeue() {
    if (waiting != 0) publish(waiting);
    waiting = 0;
    if (head == tail.load()) return std::nullopt;
    return slots[head++].load();
  }
};

struct Specification {
  std::deque<int> elements;
  void enqueue(int v) { elements.push_back(v); }
  std::optional<int> dequeue() {
    if (elements.empty()) return std::nullopt;
    const int v = elements.front();
    elements.pop_front();
    return v;
  }
};

OVERTAKE_LINEARIZABLE(Queue, enqueue(1), dequeue());
OVERTAKE_SPECIFICATION(Specification);
OVERTAKE_SINGLE(enqueue);
OVERTAKE_SINGLE(dequeue);
OVERTAKE_DISTINCT(enqueue);

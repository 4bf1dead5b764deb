// Herlihy and Wing's queue. Its dequeue goes through the slots until it finds an element; -DTRY
// gives up after one round, and then says empty although it never was.
//
// expect --model sc --operations 1 --threads 3: linearizable
// expect --model sc --threads 3 --operations 2 -- -DTRY: not-linearizable
#include <overtake/linearize.h>

#include <atomic>
#include <deque>

struct Queue {
  std::atomic<int> slots[6] = {};
  std::atomic<int> back{0};

  void enqueue(int v) { slots[back.fetch_add(1)].store(v); }
  int dequeue() {
    for (;;) {
      const int range = back.load();
      for (int i = 0; i < range; ++i)
        if (const int v = slots[i].exchange(0)) return v;
#ifdef TRY
      return -1;
#endif
    }
  }
};

struct Specification {
  std::deque<int> elements;
  int dequeue() {
#ifdef TRY
    if (elements.empty()) return -1;
#else
    while (elements.empty()) {
    }
#endif
    const int v = elements.front();
    elements.pop_front();
    return v;
  }
  void enqueue(int v) { elements.push_back(v); }
};

OVERTAKE_LINEARIZABLE(Queue, enqueue(1), dequeue());
OVERTAKE_SPECIFICATION(Specification);
#ifndef TRY
OVERTAKE_BLOCKING(dequeue);
#endif
OVERTAKE_DISTINCT(enqueue);

// A queue whose consumers wait. -DLOST wakes a consumer only if the queue was empty: with two
// consumers a wake-up is lost. -DNO_WAKE wakes none.
//
// expect --model sc: linearizable
// expect --model sc --threads 4 --operations 1: linearizable
// expect --model sc -- -DNO_WAKE: not-linearizable
// expect --model sc --threads 3 --operations 2 -- -DLOST: not-linearizable
#include <overtake/linearize.h>

#include <condition_variable>
#include <mutex>

struct Queue {
  std::mutex mutex;
  std::condition_variable filled;
  int elements[4] = {};
  int head = 0, tail = 0;

  void push(int v) {
    const std::lock_guard lock(mutex);
    [[maybe_unused]] const bool was_empty = head == tail;
    elements[tail++] = v;
#ifdef LOST
    if (was_empty) filled.notify_one();
#elif !defined NO_WAKE
    filled.notify_one();
#endif
  }
  int pop() {
    std::unique_lock lock(mutex);
    while (head == tail) filled.wait(lock);
    return elements[head++];
  }
};

OVERTAKE_LINEARIZABLE(Queue, push(1), pop());
OVERTAKE_BLOCKING(pop);
OVERTAKE_DISTINCT(push);

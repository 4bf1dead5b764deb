// A queue of the C++ library, guarded by a mutex.
//
// expect --model sc: linearizable
// expect --model pso: linearizable
#include <overtake/linearize.h>

#include <deque>
#include <mutex>
#include <optional>

struct Queue {
  std::mutex mutex;
  std::deque<int> elements;
  void push(int v) {
    const std::lock_guard lock(mutex);
    elements.push_back(v);
  }
  std::optional<int> pop() {
    const std::lock_guard lock(mutex);
    if (elements.empty()) return std::nullopt;
    const int v = elements.front();
    elements.pop_front();
    return v;
  }
};

OVERTAKE_LINEARIZABLE(Queue, push(1), pop());
OVERTAKE_DISTINCT(push);

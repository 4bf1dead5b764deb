// moodycamel::ConcurrentQueue: a queue for each producer. The order of elements of several
// producers is not kept, so it is no linearizable queue; with one producer and one consumer it is
// tried as one.
//
// library: libconcurrentqueue-dev
// expect --model sc: linearizable
#include <concurrentqueue/concurrentqueue.h>
#include <overtake/linearize.h>

#include <optional>

struct Queue {
  moodycamel::ConcurrentQueue<int> queue{2};
  bool push(int v) { return queue.try_enqueue(v); }
  std::optional<int> pop() {
    int v;
    return queue.try_dequeue(v) ? std::optional(v) : std::nullopt;
  }
};

OVERTAKE_LINEARIZABLE(Queue, push(1), pop());
OVERTAKE_SINGLE(push);
OVERTAKE_SINGLE(pop);
OVERTAKE_DISTINCT(push);

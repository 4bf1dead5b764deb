// boost::lockfree::spsc_queue: one producer, one consumer, room for two.
// library: libboost-dev
// expect --model sc --operations 3: linearizable
// expect --model tso: not-linearizable
// expect --model tso --require sequential: sequential
// expect --model pso: not-linearizable
// expect --model pso --require sequential: sequential
#include <overtake/linearize.h>

#include <boost/lockfree/spsc_queue.hpp>
#include <optional>

struct Queue {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  bool push(int v) { return queue.push(v); }
  std::optional<int> pop() {
    int v;
    return queue.pop(v) ? std::optional(v) : std::nullopt;
  }
};

OVERTAKE_LINEARIZABLE(Queue, push(1), pop());
OVERTAKE_SINGLE(push);
OVERTAKE_SINGLE(pop);
OVERTAKE_DISTINCT(push);

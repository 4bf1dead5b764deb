// boost::lockfree::queue: Michael and Scott's queue over a pool of nodes.
// library: libboost-dev
// expect --model sc: linearizable
#include <overtake/linearize.h>

#include <boost/lockfree/queue.hpp>
#include <optional>

struct Queue {
  boost::lockfree::queue<int, boost::lockfree::capacity<4>> queue;
  bool push(int v) { return queue.push(v); }
  std::optional<int> pop() {
    int v;
    return queue.pop(v) ? std::optional(v) : std::nullopt;
  }
};

OVERTAKE_LINEARIZABLE(Queue, push(1), pop());
OVERTAKE_DISTINCT(push);

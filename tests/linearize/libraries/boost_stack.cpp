// boost::lockfree::stack: a stack over a pool of nodes.
// library: libboost-dev
// expect --model sc: linearizable
// expect --model tso: linearizable
// expect --model pso: linearizable
#include <overtake/linearize.h>

#include <boost/lockfree/stack.hpp>
#include <optional>

struct Stack {
  boost::lockfree::stack<int, boost::lockfree::capacity<4>> stack;
  bool push(int v) { return stack.push(v); }
  std::optional<int> pop() {
    int v;
    return stack.pop(v) ? std::optional(v) : std::nullopt;
  }
};

OVERTAKE_LINEARIZABLE(Stack, push(1), pop());
OVERTAKE_DISTINCT(push);

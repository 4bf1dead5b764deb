// atomic_queue::AtomicQueue: many producers and consumers, a ring of atomic elements.
// library: libatomic-queue-dev
// expect --model sc --operations 3: linearizable
// expect --model sc --threads 3: not-linearizable
// expect --model tso: linearizable
// expect --model pso: linearizable
#include <atomic_queue/atomic_queue.h>
#include <overtake/linearize.h>

#include <optional>

struct Queue {
  atomic_queue::AtomicQueue<unsigned, 2, 0u, false, false> queue;
  bool push(unsigned v) { return queue.try_push(v); }
  std::optional<unsigned> pop() {
    unsigned v;
    return queue.try_pop(v) ? std::optional(v) : std::nullopt;
  }
};

OVERTAKE_LINEARIZABLE(Queue, push(1), pop());
OVERTAKE_DISTINCT(push);

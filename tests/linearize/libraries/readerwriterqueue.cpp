// moodycamel::ReaderWriterQueue: one producer, one consumer, blocks of slots.
// library: libreaderwriterqueue-dev
// expect --model sc --operations 3: linearizable
// expect --model tso: not-linearizable
// expect --model tso --require sequential: sequential
// expect --model pso: not-linearizable
// expect --model pso --require sequential: sequential
#include <overtake/linearize.h>
#include <readerwriterqueue/readerwriterqueue.h>

#include <optional>

struct Queue {
  moodycamel::ReaderWriterQueue<int> queue{2};
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

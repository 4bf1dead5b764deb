// A wrong test: it takes for granted that the consumer has made room.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=15
#include <cassert>
#include <thread>

#include "queue.h"

int main() {
  Queue queue;
  queue.push(1);
  queue.push(2);
  std::jthread consumer([&] { queue.pop(); });
  const bool room = queue.try_push(3);
  consumer.join();
  assert(room);  // fails
}

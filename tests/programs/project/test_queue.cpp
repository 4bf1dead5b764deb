// Values come out in the order in which they went in.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <thread>

#include "checksum.h"
#include "queue.h"

int main() {
  Queue queue;
  const int sent[2] = {4, 2};
  std::jthread producer([&] {
    for (int value : sent) queue.push(value);
  });
  int received[2];
  for (int& value : received) value = queue.pop();
  assert(checksum(sent, 2) == checksum(received, 2));
}

// A vector that grows in each round of a poll.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::atomic<int> first{0}, second{0};
  int data = 0;
  std::thread waiter([&] {
    for (;;) {
      std::vector<int> seen;
      seen.push_back(first.load());
      seen.push_back(second.load());
      int sum = 0;
      for (int x : seen) sum += x;
      if (sum == 2) break;
    }
    assert(data == 1);
  });
  data = 1;
  first = 1;
  second = 1;
  waiter.join();
}

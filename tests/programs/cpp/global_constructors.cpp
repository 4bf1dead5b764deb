// Global objects are built before main, in their order; one of them starts a thread.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <cassert>
#include <thread>
#include <vector>

std::vector<int> table{1, 2, 3};

struct Sum {
  int value = 0;
  Sum() {
    for (int n : table) value += n;
  }
};
Sum sum;

struct Background {
  int seen = 0;
  std::thread thread{[this] { seen = sum.value; }};
};
Background background;

int main() {
  background.thread.join();
  assert(background.seen == 6);
}

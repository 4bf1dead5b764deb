// A counter with a balancer (a counting network of width two): quiescently consistent, and
// neither linearizable nor sequentially consistent.
//
// expect --model sc --threads 2 --operations 3: not-linearizable
// expect --model sc --threads 2 --operations 3 --require sequential: not-sequential
// expect --model sc --threads 2 --operations 3 --require quiescent: quiescent
// expect --model tso --threads 3 --operations 1 --require quiescent: quiescent
#include <overtake/linearize.h>

#include <atomic>

struct Counter {
  std::atomic<unsigned> toggle{0};
  std::atomic<int> counts[2] = {0, 1};
  int next() { return counts[toggle.fetch_xor(1)].fetch_add(2); }
};

struct Specification {
  int count = 0;
  int next() { return count++; }
};

OVERTAKE_LINEARIZABLE(Counter, next());
OVERTAKE_SPECIFICATION(Specification);

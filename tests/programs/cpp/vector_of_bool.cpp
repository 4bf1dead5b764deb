// Two elements of a vector<bool> are bits of one word: an assignment to one may undo the other.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <cassert>
#include <thread>
#include <vector>
int main() {
  std::vector<bool> done(2);  // both bits lie in one word
  std::thread a([&] { done[0] = true; }), b([&] { done[1] = true; });
  a.join();
  b.join();
  assert(done[0] && done[1]);
}

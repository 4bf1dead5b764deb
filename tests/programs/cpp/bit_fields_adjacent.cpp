// Adjacent bit-fields are one memory location: an assignment to one may undo the other.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <cassert>
#include <thread>
struct Flags {
  unsigned ready : 1;
  unsigned mode : 3;
};
Flags f{};
int main() {
  std::jthread a([] { f.ready = 1; });
  f.mode = 5;
  a.join();
  assert(f.ready == 1 && f.mode == 5);
}

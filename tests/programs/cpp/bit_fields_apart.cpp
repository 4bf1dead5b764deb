// Bit-fields with a zero-width one between them are two memory locations.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <thread>
struct Flags {
  unsigned ready : 1;
  unsigned : 0;
  unsigned mode : 3;
};
Flags f{};
int main() {
  std::jthread a([] { f.ready = 1; });
  f.mode = 5;
  a.join();
  assert(f.ready == 1 && f.mode == 5);
}

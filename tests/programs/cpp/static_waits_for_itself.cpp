// The constructor of a local static waits for a thread that waits for the end of that constructor.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <cassert>
#include <thread>
struct Registry {
  int value = 0;
  Registry();
};
Registry &registry() {
  static Registry r;
  return r;
}
Registry::Registry() {
  std::thread t([] { registry().value = 1; });  // waits for the end of this constructor
  t.join();
}
int main() {
  std::thread other([] { registry(); });
  registry();
  other.join();
  assert(registry().value == 1);
}

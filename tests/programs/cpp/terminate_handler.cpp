// std::set_terminate has a say when an exception leaves its thread.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=20
#include <cassert>
#include <cstdlib>
#include <exception>
#include <thread>

int asked;

void handler() {
  ++asked;
  std::_Exit(0);
}

int main() {
  assert(std::get_terminate() != handler);
  std::set_terminate(handler);
  assert(std::get_terminate() == handler);
  std::thread t([] { throw 1; });
  assert(asked == 0);  // fails: the handler may have run
  t.join();
}

// An exception may not leave a noexcept function, even if somebody would catch it.
// overtake: model=sc,tso,pso verdict=error kind=uncaught-exception
#include <stdexcept>
#include <thread>

void fail() { throw std::runtime_error("no way out"); }
void careless() noexcept { fail(); }

int main() {
  std::thread t([] {
    try {
      careless();
    } catch (...) {
    }
  });
  t.join();
}

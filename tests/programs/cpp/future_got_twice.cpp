// Two threads take the value of one future: the second finds it without a state.
// overtake: model=sc,tso,pso verdict=error kind=uncaught-exception
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
int main() {
  std::promise<std::string> p;
  std::future<std::string> f = p.get_future();
  auto read = [&f] {
    auto s = f.get();
    assert(s == "done");
  };
  std::thread a(read), b(read);
  p.set_value("done");
  a.join();
  b.join();
}

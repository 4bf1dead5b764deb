// A pipeline of futures: each stage takes the future of the one before.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <future>
#include <utility>

int main() {
  std::promise<int> input;
  std::future<int> doubled = std::async(
      std::launch::async, [](std::future<int> in) { return in.get() * 2; }, input.get_future());
  input.set_value(20);
  assert(doubled.get() + 2 == 42);
}

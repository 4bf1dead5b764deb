// Main asks for the result of the stage before it gives the input: everybody waits.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <future>
#include <utility>

int main() {
  std::promise<int> input;
  std::future<int> doubled = std::async(
      std::launch::async, [](std::future<int> in) { return in.get() * 2; }, input.get_future());
  const int result = doubled.get();
  input.set_value(result);
}

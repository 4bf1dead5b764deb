// An exception passes through two futures; the inner task's object is destroyed before the outer
// get returns.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <future>
#include <stdexcept>

int alive;
struct Guard {
  Guard() { alive++; }
  ~Guard() { alive--; }
};
int main() {
  auto outer = std::async(std::launch::async, [] {
    Guard g;
    auto inner = std::async(std::launch::async, []() -> int {
      Guard h;
      throw std::out_of_range("inner");
    });
    return inner.get();
  });
  bool caught = false;
  try {
    outer.get();
  } catch (const std::logic_error&) {
    caught = true;
  }
  assert(caught && alive == 0);
}

// Copies of a list are published by a store, so that one of two additions may be lost.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <vector>
using List = std::vector<int>;
std::atomic<std::shared_ptr<const List>> list{std::make_shared<const List>()};
void add(int v) {
  auto old = list.load();
  for (;;) {
    auto fresh = std::make_shared<List>(*old);
    fresh->push_back(v);
    list.store(std::move(fresh));
    return;
  }
}
int main() {
  std::thread t(add, 1);
  add(2);
  t.join();
  assert(list.load()->size() == 2);
}

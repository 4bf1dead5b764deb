// xenium::chase_work_stealing_deque: its owner and a thief.
// library: libxenium-dev
// flags: -std=gnu++17
#include <cassert>
#include <thread>
#include <xenium/chase_work_stealing_deque.hpp>

static xenium::chase_work_stealing_deque<int> deque;

int main() {
  int values[] = {1, 2};
  deque.try_push(&values[0]);
  deque.try_push(&values[1]);
  int *stolen = nullptr, *own = nullptr;
  std::thread thief([&] {
    if (!deque.try_steal(stolen)) stolen = nullptr;
  });
  const bool took = deque.try_pop(own);
  thief.join();
  assert(!took || stolen == nullptr || own != stolen);
  assert(took || stolen != nullptr);
}

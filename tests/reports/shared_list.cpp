// overtake check shared_list.cpp --model sc
// Objects of the heap: a list that loses a node, a shared pointer, an array.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Item {
  int weight = 0;
  Item* next = nullptr;
};

struct Stack {
  std::atomic<Item*> top{nullptr};
  void push(Item* item) {
    item->next = top.load();
    top.store(item);
  }
};

int main() {
  auto stack = std::make_shared<Stack>();
  Item* items = new Item[2];
  std::thread t([stack, items] { stack->push(&items[0]); });
  stack->push(&items[1]);
  t.join();
  Item* first = stack->top.load();
  assert(first->next != nullptr);
  delete[] items;
}

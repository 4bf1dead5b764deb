// A bounded ring for many producers and consumers: each slot has a sequence number that says whose
// turn it is.
// overtake: model=sc,tso,pso verdict=safe
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

struct Slot {
  std::atomic<unsigned> sequence;
  int value;
};

std::array<Slot, 2> slots{{{{0}, 0}, {{1}, 0}}};
std::atomic<unsigned> head{0}, tail{0};

bool push(int value) {
  unsigned at = tail.load(std::memory_order_relaxed);
  Slot& slot = slots[at % 2];
  if (slot.sequence.load(std::memory_order_acquire) != at) return false;
  if (!tail.compare_exchange_strong(at, at + 1)) return false;
  slot.value = value;
  slot.sequence.store(at + 1, std::memory_order_release);
  return true;
}

int pop() {
  unsigned at = head.load(std::memory_order_relaxed);
  Slot& slot = slots[at % 2];
  if (slot.sequence.load(std::memory_order_acquire) != at + 1) return 0;
  if (!head.compare_exchange_strong(at, at + 1)) return 0;
  const int value = slot.value;
  slot.sequence.store(at + 2, std::memory_order_release);
  assert(value == 1 || value == 2);
  return value;
}

int main() {
  bool pushed = false;
  int first = 0;
  std::thread producer([&] { pushed = push(1); });
  std::thread consumer([&] { first = pop(); });
  const bool mine = push(2);
  producer.join();
  consumer.join();
  assert(pushed || mine);
  assert(first == 0 || pop() != first);
}

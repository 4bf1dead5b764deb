// overtake check hazard.cpp --model tso
// A hazard pointer that is announced too late for the thread that frees.
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};

std::atomic<Node*> head;
std::atomic<Node*> hazard;

int reader() {
  Node* node = head.load(std::memory_order_relaxed);
  hazard.store(node, std::memory_order_relaxed);
  if (head.load(std::memory_order_relaxed) != node || node == nullptr) return 0;
  return node->value;
}

void reclaim() {
  Node* node = head.exchange(nullptr);
  if (hazard.load() != node) delete node;
}

int main() {
  head = new Node{1, nullptr};
  std::thread t(reader);
  reclaim();
  t.join();
}

// Epoch-based reclamation: what was unlinked is freed when all threads have been seen in the next
// epoch but one.
// overtake: model=sc,tso,pso verdict=safe
#include <array>
#include <atomic>
#include <cassert>
#include <functional>
#include <thread>
#include <vector>
constexpr int kThreads = 3;
struct Participant {
  std::atomic<unsigned> state{0};
  std::array<std::vector<std::function<void()>>, 3> garbage;
};  // epoch << 1 | active
std::atomic<unsigned> global_epoch{0};
Participant participants[kThreads];
class Guard {
  Participant& p;

 public:
  explicit Guard(int i) : p(participants[i]) {
    unsigned e = global_epoch.load(std::memory_order_relaxed);
    p.state.store(e << 1 | 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  ~Guard() {
    p.state.store(p.state.load(std::memory_order_relaxed) & ~1u, std::memory_order_release);
  }
  void defer(std::function<void()> f) {
    p.garbage[global_epoch.load(std::memory_order_relaxed) % 3].push_back(std::move(f));
  }
};
void try_advance(int self) {
  unsigned e = global_epoch.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (auto& p : participants) {
    unsigned s = p.state.load(std::memory_order_relaxed);
    if ((s & 1) && (s >> 1) != e) return;
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  if (global_epoch.compare_exchange_strong(e, e + 1)) {
    auto& bag = participants[self].garbage[(e + 2) % 3];
    for (auto& f : bag) f();
    bag.clear();
  }
}
struct Node {
  int value;
  Node* next;
};
std::atomic<Node*> top{nullptr};
void push(int v) {
  Node* n = new Node{v, top.load(std::memory_order_relaxed)};
  while (!top.compare_exchange_weak(n->next, n, std::memory_order_release,
                                    std::memory_order_relaxed)) {
  }
}
int pop(int self) {
  Guard g(self);
  for (;;) {
    Node* n = top.load(std::memory_order_acquire);
    if (!n) return 0;
    if (top.compare_exchange_weak(n, n->next, std::memory_order_release,
                                  std::memory_order_relaxed)) {
      int v = n->value;
      g.defer([n] { delete n; });
      return v;
    }
  }
}
int main() {
  push(1);
  push(2);
  int got[2] = {};
  std::thread a([&] {
    got[0] = pop(0);
    try_advance(0);
  });
  std::thread b([&] {
    got[1] = pop(1);
    try_advance(1);
  });
  a.join();
  b.join();
  assert(got[0] + got[1] == 3);
  for (auto& p : participants)
    for (auto& bag : p.garbage) {
      for (auto& f : bag) f();
      bag.clear();
    }
}

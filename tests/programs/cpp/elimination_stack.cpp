// A stack with elimination (Hendler, Shavit, Yerushalmi): a push that fails offers its element in
// a slot.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <thread>
struct Node {
  int v;
  Node* next;
};
class Stack {
  std::atomic<Node*> top{nullptr};
  std::atomic<Node*> slot{nullptr};
  static Node* taken() {
    static Node t{0, nullptr};
    return &t;
  }

 public:
  void push(int v) {
    Node* n = new Node{v, nullptr};
    for (;;) {
      n->next = top.load();
      if (top.compare_exchange_strong(n->next, n)) return;
      Node* e = nullptr;
      if (slot.compare_exchange_strong(e, n)) {
        for (int i = 0; i < 2; ++i)
          if (slot.load() == taken()) break;
        Node* me = n;
        if (!slot.compare_exchange_strong(me, nullptr)) {
          slot.store(nullptr);
          return;
        }
      }
    }
  }
  bool pop(int& v) {
    for (;;) {
      Node* n = top.load();
      if (!n) return false;
      if (top.compare_exchange_strong(n, n->next)) {
        v = n->v;
        return true;
      }
      Node* p = slot.load();
      if (p && p != taken() && slot.compare_exchange_strong(p, taken())) {
        v = p->v;
        return true;
      }
    }
  }
};
int main() {
  Stack s;
  s.push(1);
  int a = 0, b = 0;
  bool oa = false, ob = false;
  std::thread t([&] { s.push(2); }), u([&] { oa = s.pop(a); });
  ob = s.pop(b);
  t.join();
  u.join();
  int sum = a + b;
  for (int v; s.pop(v);) sum += v;
  assert(sum == 3);
  assert(oa || ob);
}

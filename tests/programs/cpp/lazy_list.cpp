// A lazy list (Heller et al.): elements are found without locks, locked in pairs, and looked at
// again.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <climits>
#include <mutex>
#include <thread>
#ifndef MUST_BE_VALID
#define MUST_BE_VALID true
#endif
struct Node {
  const int key;
  std::atomic<Node*> next;
  std::atomic<bool> marked{false};
  std::mutex m;
  Node(int k, Node* n) : key(k), next(n) {}
};
class LazyList {
  Node* tail = new Node(INT_MAX, nullptr);
  Node* head = new Node(INT_MIN, tail);
  static bool valid(Node* p, Node* c) { return !p->marked && !c->marked && p->next == c; }

 public:
  bool add(int k) {
    for (;;) {
      Node* p = head;
      Node* c = p->next;
      while (c->key < k) {
        p = c;
        c = c->next;
      }
      std::scoped_lock g(p->m, c->m);
      if (MUST_BE_VALID && !valid(p, c)) continue;
      if (c->key == k) return false;
      p->next = new Node(k, c);
      return true;
    }
  }
  bool remove(int k) {
    for (;;) {
      Node* p = head;
      Node* c = p->next;
      while (c->key < k) {
        p = c;
        c = c->next;
      }
      std::scoped_lock g(p->m, c->m);
      if (MUST_BE_VALID && !valid(p, c)) continue;
      if (c->key != k) return false;
      c->marked = true;
      p->next = c->next.load();
      return true;
    }
  }
  bool contains(int k) {
    Node* c = head;
    while (c->key < k) c = c->next;
    return c->key == k && !c->marked;
  }
};
int main() {
  LazyList l;
  l.add(1);
  l.add(2);
  bool r1, r2;
  std::thread a([&] { r1 = l.remove(1); }), b([&] {
    r2 = l.remove(2);
    assert(l.add(3));
  });
  a.join();
  b.join();
  assert(r1 && r2);
  assert(!l.contains(1) && !l.contains(2) && l.contains(3));
}

// A list with a lock in each node: the next one is locked before the last one is released.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <climits>
#include <memory>
#include <mutex>
#include <thread>
class List {
  struct Node {
    int key;
    std::unique_ptr<Node> next;
    std::mutex m;
    explicit Node(int k) : key(k) {}
  };
  Node head{INT_MIN};

 public:
  bool insert(int k) {
    Node* prev = &head;
    std::unique_lock<std::mutex> lp(prev->m);
    while (Node* cur = prev->next.get()) {
      std::unique_lock<std::mutex> lc(cur->m);
      if (cur->key == k) return false;
      if (cur->key > k) break;
      prev = cur;
      lp = std::move(lc);
    }
    auto n = std::make_unique<Node>(k);
    n->next = std::move(prev->next);
    prev->next = std::move(n);
    return true;
  }
  bool erase(int k) {
    Node* prev = &head;
    std::unique_lock<std::mutex> lp(prev->m);
    while (Node* cur = prev->next.get()) {
      std::unique_lock<std::mutex> lc(cur->m);
      if (cur->key == k) {
        auto dead = std::move(prev->next);
        prev->next = std::move(dead->next);
        lc.unlock();
        return true;
      }
      prev = cur;
      lp = std::move(lc);
    }
    return false;
  }
  int size() {
    int n = 0;
    for (Node* p = head.next.get(); p; p = p->next.get()) ++n;
    return n;
  }
};
int main() {
  List l;
  l.insert(1);
  l.insert(2);
  l.insert(3);
  bool a = false, b = false;
  std::thread t([&] {
    a = l.erase(2);
    l.insert(5);
  });
  b = l.erase(2);
  l.erase(1);
  t.join();
  assert(a != b);
  assert(l.size() == 2);
}

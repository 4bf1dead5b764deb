#include <memory>

#include "check.h"
struct T {
  int n;
  T(int n) : n(n) {}
  ~T() { mix(n); }
};
struct N : std::enable_shared_from_this<N> {
  int v = 5;
};
struct Base {
  virtual ~Base() { mix(50); }
};
struct Derived : Base {
  ~Derived() override { mix(51); }
};
int main() {
  {
    std::unique_ptr<T> p(new T(1)), q = std::make_unique<T>(2);
    p = std::move(q), mix(p->n), mix(q == nullptr);
    std::unique_ptr<int[]> a(new int[4]{1, 2, 3, 4});
    mix(a[2]);
    std::unique_ptr<Base> b = std::make_unique<Derived>();
    auto d = [](int* x) {
      mix(*x);
      delete x;
    };
    std::unique_ptr<int, decltype(d)> c(new int(9), d);
  }
  std::weak_ptr<T> w;
  {
    auto s = std::make_shared<T>(7);
    auto t = s;
    w = s, mix(s.use_count()), mix(w.lock()->n);
    std::shared_ptr<T> u(new T(8));
    t = u, mix(s.use_count());
    std::shared_ptr<Base> b = std::make_shared<Derived>();
    auto alias = std::shared_ptr<int>(s, &s->n);
    mix(*alias);
  }
  mix(w.expired()), mix(w.lock() == nullptr);
  auto n = std::make_shared<N>();
  mix(n->shared_from_this()->v), mix(n.use_count());
  std::shared_ptr<void> v = n;
  v.reset();
  std::shared_ptr<N> x = std::atomic_load(&n);
  mix(x->v);
  return done();
}

#include <compare>
#include <initializer_list>
#include <new>
#include <utility>

#include "check.h"
struct Base {
  int x;
  Base(int x) : x(x) { mix(x); }
  virtual ~Base() { mix(x + 10); }
  virtual int f() const { return x; }
  int g() { return f() * 2; }
};
struct Left : virtual Base {
  Left() : Base(1) {}
  int f() const override { return 5; }
};
struct Right : virtual Base {
  Right() : Base(2) {}
};
struct Both : Left, Right {
  Both() : Base(3) {}
};
template <class T, int N>
struct Array {
  T v[N]{};
  constexpr int size() const { return N; }
  T& operator[](int i) { return v[i]; }
};
template <class... T>
int sum(T... t) {
  return (0 + ... + t);
}
struct Op {
  int v;
  Op operator+(Op o) const { return {v + o.v}; }
  bool operator<(const Op& o) const { return v < o.v; }
  explicit operator bool() const { return v; }
  auto operator<=>(const Op&) const = default;
};
struct Move {
  int* p;
  Move() : p(new int(4)) {}
  Move(Move&& m) : p(std::exchange(m.p, nullptr)) {}
  ~Move() {
    mix(p ? *p : 0);
    delete p;
  }
};
static Base global(60);
int Op::* member = &Op::v;
int (Base::*method)() const = &Base::f;
namespace {
struct Hidden {
  ~Hidden() { mix(88); }
};
}  // namespace
constexpr int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
struct Abstract {
  virtual int z() = 0;
  virtual ~Abstract() = default;
};
struct Concrete final : Abstract {
  int z() override { return 6; }
};
int main() {
  {
    Both b;
    mix(b.g()), mix(static_cast<Right&>(b).x), mix((b.*method)());
  }
  Array<long, 5> a;
  a[3] = 9;
  mix(a[3] + a.size()), mix(sum(1, 2, 3.5));
  Op p{3}, q{4};
  mix((p + q).v), mix(p < q), mix(bool(p)), mix(p.*member), mix((p <=> q) < 0);
  {
    Move m;
    Move n = std::move(m);
    Hidden h;
  }
  static_assert(fact(5) == 120);
  Abstract* z = new Concrete;
  mix(z->z());
  delete z;
  int arr[3] = {1, 2, 3};
  for (int& v : arr) v *= 2;
  mix(arr[2]);
  auto l = [x = 5]() mutable { return x++; };
  mix(l() + l());
  alignas(Op) char buf[sizeof(Op)];
  Op* pl = new (buf) Op{12};
  mix(pl->v);
  auto list = {1, 2, 3};
  mix(list.size());
  if (int k = 3; k > 2) mix(k);
  enum class C { A = 2 } c = C::A;
  switch (c) {
    case C::A:
      mix(1);
  }
  Left* arrp = new Left[2];
  mix(arrp[1].g());
  delete[] arrp;
  mix(global.x);
  return done();
}

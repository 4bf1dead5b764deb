#include <typeindex>
#include <typeinfo>

#include "check.h"
struct A {
  virtual ~A() {}
  int x = 1;
};
struct B : A {
  int y = 2;
};
struct C {
  virtual ~C() {}
  int z = 3;
};
struct D : B, C {
  int w = 4;
};
struct L : virtual A {};
struct R : virtual A {};
struct J : L, R {};
struct P : private A {};
int main() {
  A* a = new D;
  mix(dynamic_cast<B*>(a) != nullptr), mix(dynamic_cast<D*>(a)->w), mix(dynamic_cast<C*>(a)->z),
      mix(dynamic_cast<J*>(a) == nullptr), mix(typeid(*a) == typeid(D)),
      mix(typeid(*a) == typeid(A)), mix(typeid(int) == typeid(long)), mix(typeid(D).name()[0]);
  C* c = dynamic_cast<C*>(a);
  mix(dynamic_cast<A*>(c) == a), mix(dynamic_cast<void*>(c) == (void*)a);
  J j;
  A& ja = j;
  mix(dynamic_cast<L&>(ja).x), mix(&dynamic_cast<R&>(ja) == static_cast<R*>(&j));
  try {
    dynamic_cast<D&>(ja);
  } catch (std::bad_cast&) {
    mix(5);
  }
  A* n = nullptr;
  mix(dynamic_cast<B*>(n) == nullptr);
  mix(std::type_index(typeid(A)) == std::type_index(typeid(A)));
  delete a;
  return done();
}

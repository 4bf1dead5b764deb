#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"
struct A {
  virtual ~A() = default;
  int a = 1;
};
struct B {
  virtual ~B() = default;
  int b = 2;
};
struct C : A, B {
  int c = 3;
};
struct V : virtual A {
  int v = 4;
};
struct Trace {
  int n;
  explicit Trace(int n) : n(n) { mix(n); }
  ~Trace() { mix(n + 100); }
};
static void raise(int kind) {
  Trace t(kind);
  switch (kind) {
    case 0:
      throw 42;
    case 1:
      throw C();
    case 2:
      throw std::out_of_range("range");
    case 3:
      throw "text";
    case 4: {
      static C c;
      throw &c;
    }
    case 5:
      throw V();
    case 6:
      throw std::string("a longer string that is on the heap");
    case 7:
      throw 2.5;
  }
}
static int handle(int kind) {
  try {
    Trace outer(kind + 10);
    raise(kind);
    return 0;
  } catch (int i) {
    return i;
  } catch (B& b) {
    return b.b + 1000;
  } catch (const std::logic_error& e) {
    return e.what()[1];
  } catch (const char* s) {
    return s[0];
  } catch (B* b) {
    return b->b + 2000;
  } catch (A& a) {
    return a.a + 3000;
  } catch (const std::string& s) {
    return s.size();
  } catch (...) {
    return 77;
  }
}
static int nested() {
  try {
    try {
      throw 1;
    } catch (int i) {
      Trace t(200);
      try {
        throw 2.0;
      } catch (double d) {
        mix((int)d);
      }
      throw;
    }
  } catch (int i) {
    return i + 5;
  }
  return 0;
}
static int rethrown() {
  std::exception_ptr p;
  try {
    throw std::runtime_error("kept");
  } catch (...) {
    p = std::current_exception();
  }
  try {
    std::rethrow_exception(p);
  } catch (std::runtime_error& e) {
    return e.what()[2];
  }
  return 0;
}
struct Member {
  Trace t;
  Member(int n) : t(n) {
    if (n == 31) throw n;
  }
};
struct Holder {
  Trace a{30};
  Member b;
  Holder() : b(31) {}
};
static void safe() noexcept {
  try {
    throw 3;
  } catch (...) {
    mix(3);
  }
}
int main() {
  for (int k = 0; k < 9; ++k) mix(handle(k));
  mix(nested()), mix(rethrown()), safe();
  try {
    Holder h;
  } catch (int n) {
    mix(n);
  }
  mix(std::uncaught_exceptions());
  std::vector<int> v(3);
  try {
    v.at(7) = 1;
  } catch (std::out_of_range&) {
    mix(9);
  }
  try {
    v.resize((std::size_t)-1);
  } catch (std::length_error&) {
    mix(10);
  }
  try {
    try {
      throw std::bad_alloc();
    } catch (std::exception& e) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (std::runtime_error& e) {
    mix(e.what()[0]);
    try {
      std::rethrow_if_nested(e);
    } catch (std::bad_alloc&) {
      mix(11);
    }
  }
  return done();
}

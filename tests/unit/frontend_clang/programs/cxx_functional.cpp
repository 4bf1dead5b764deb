#include <algorithm>
#include <any>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "check.h"
static int add(int a, int b) { return a + b; }
struct F {
  int k;
  int operator()(int x) const { return x * k; }
  int m(int y) { return y + k; }
};
int main() {
  std::function<int(int, int)> f = add;
  mix(f(2, 3));
  int n = 5;
  f = [&n](int a, int b) { return a * b + n++; };
  mix(f(4, 5)), mix(f(4, 5)), mix(n);
  std::function<int(int)> g = F{3};
  mix(g(7));
  auto b = std::bind(add, std::placeholders::_1, 10);
  mix(b(5));
  F o{4};
  mix(std::invoke(&F::m, o, 6)), mix(std::mem_fn(&F::k)(o));
  std::function<void()> e;
  try {
    e();
  } catch (std::bad_function_call&) {
    mix(1);
  }
  std::optional<int> p;
  mix(p.has_value()), p = 4, mix(*p), mix(p.value_or(9)), p.reset();
  try {
    p.value();
  } catch (std::bad_optional_access&) {
    mix(2);
  }
  std::variant<int, double, std::vector<int>> v = 3;
  v = 2.5, mix(v.index()), v = std::vector<int>{1, 2, 3};
  mix(std::visit(
      [](auto& x) {
        if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::vector<int>>)
          return (int)x.size();
        else
          return (int)x;
      },
      v));
  try {
    std::get<int>(v);
  } catch (std::bad_variant_access&) {
    mix(3);
  }
  auto [x, y] = std::make_tuple(1, 2.5);
  mix(x + (int)y);
  std::any a = 5;
  mix(std::any_cast<int>(a));
  a = std::string("text");
  mix(std::any_cast<std::string&>(a)[1]);
  auto fib = [](auto&& self, int n) -> int {
    return n < 2 ? n : self(self, n - 1) + self(self, n - 2);
  };
  mix(fib(fib, 10));
  std::vector<int> w{3, 1, 2};
  std::sort(w.begin(), w.end(), std::greater<>());
  mix(w[0]);
  std::reference_wrapper<int> r = n;
  r.get() = 9, mix(n);
  return done();
}

#include <algorithm>
#include <concepts>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

#include "check.h"
template <std::integral T>
T twice(T x) {
  return x + x;
}
template <class T>
  requires(sizeof(T) == 8)
int kind(T) {
  return 8;
}
template <class T>
int kind(T) {
  return 1;
}
static int total(std::span<const int> s) { return std::accumulate(s.begin(), s.end(), 0); }
int main() {
  mix(twice(21)), mix(kind(1l)), mix(kind('c'));
  std::vector<int> v(20);
  std::iota(v.begin(), v.end(), 1);
  for (int x : v | std::views::filter([](int x) { return x % 3 == 0; }) |
                   std::views::transform([](int x) { return x * x; }))
    mix(x);
  mix(total(v)), mix(std::ranges::count_if(v, [](int x) { return x > 7; }));
  std::ranges::sort(v, std::greater{});
  mix(v[0]), mix(std::midpoint(2, 8)), mix(std::clamp(9, 1, 5)), mix(std::gcd(12, 18));
  return done();
}

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "check.h"
int main() {
  std::string a = "short", b(40, 'x'), c;
  for (int i = 0; i < 30; ++i) c += std::to_string(i) + ",";
  a += b, a.insert(3, "YY"), a.erase(0, 1), a.replace(2, 2, "zzz");
  for (char x : a + c) mix(x);
  mix(c.find("17")), mix(c.rfind(",2")), mix(c.substr(5, 7) == ",3,4,5,"), mix(a < c),
      mix(a.compare(b) < 0), mix(std::stoi("123") + std::stol("-5")),
      mix((long)(std::stod("2.5") * 4));
  std::string_view v = c;
  v.remove_prefix(10), mix(v.size()), mix(v[0]), mix(v.starts_with("5"));
  std::map<std::string, int> m{{"one", 1}, {"two", 2}, {"three", 3}};
  for (auto& p : m) mix(p.first[1]), mix(p.second);
  std::unordered_map<std::string, int> u;
  u["alpha"] = 1, u["beta"] = 2, mix(u["alpha"] + u.size()), mix(u.count("gamma"));
  std::string moved = std::move(c);
  mix(moved.size()), mix(c.empty());
  c = moved, c.resize(3), mix(c.back());
  std::wstring w = L"wide";
  mix(w[2]);
  try {
    a.at(1000);
  } catch (std::exception&) {
    mix(1);
  }
  return done();
}

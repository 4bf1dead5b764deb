#include <algorithm>
#include <array>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <stack>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check.h"
int main() {
  std::vector<int> v;
  for (int i = 0; i < 50; ++i) v.push_back(i * 37 % 50);
  std::sort(v.begin(), v.end());
  for (int x : v) mix(x);
  v.erase(v.begin() + 3, v.begin() + 10), v.insert(v.begin(), 3, 99);
  mix(std::accumulate(v.begin(), v.end(), 0)), mix(v.size());
  std::map<int, int> m;
  for (int i = 0; i < 60; ++i) m[i * 29 % 61] = i;
  for (int i = 0; i < 40; ++i) m.erase(i * 17 % 61);
  for (auto& [k, x] : m) mix(k), mix(x);
  for (auto it = m.rbegin(); it != m.rend(); ++it) mix(it->first);
  mix(m.count(5)), mix(m.lower_bound(30)->first);
  std::set<long> s{5, 3, 9, 1};
  s.insert(4), s.erase(3);
  for (long x : s) mix(x);
  std::multimap<int, int> mm{{1, 2}, {1, 3}, {0, 4}};
  for (auto& p : mm) mix(p.second);
  std::list<int> l{1, 2, 3}, k{7, 8};
  l.push_front(0), l.splice(l.begin(), k), l.reverse(), l.remove(2), l.sort();
  for (int x : l) mix(x);
  k.swap(l), mix(k.size());
  std::deque<int> d;
  for (int i = 0; i < 300; ++i) i % 3 ? d.push_back(i) : d.push_front(i);
  while (d.size() > 5) mix(d.front()), d.pop_front(), d.pop_back();
  std::unordered_map<int, int> u;
  for (int i = 0; i < 40; ++i) u[i * 7] = i;
  int t = 0;
  for (auto& p : u) t += p.first * p.second;
  mix(t), mix(u.count(14)), mix(u.count(15)), u.erase(14), mix(u.size());
  std::unordered_set<long> us{1, 2, 3, 2};
  mix(us.size());
  std::priority_queue<int> q;
  for (int x : {3, 8, 1, 9, 4}) q.push(x);
  while (!q.empty()) mix(q.top()), q.pop();
  std::array<int, 4> a{4, 3, 2, 1};
  std::sort(a.begin(), a.end());
  mix(a[0] * 1000 + a[3]);
  std::stack<int> st;
  st.push(4), mix(st.top());
  std::forward_list<int> f{1, 2};
  f.push_front(9), mix(f.front());
  std::queue<int> qq;
  qq.push(3), mix(qq.front());
  return done();
}

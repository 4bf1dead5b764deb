#include "monitor/cycle.h"

#include <algorithm>
#include <deque>

namespace overtake::monitor {
namespace {

// The shortest path, breadth first.
std::vector<memory::TraceEdge> path(const std::vector<memory::TraceEdge>& edges, std::size_t nodes,
                                    std::uint32_t from, std::uint32_t to) {
  std::vector<std::vector<std::uint32_t>> out(nodes);
  for (std::uint32_t i = 0; i < edges.size(); ++i) out[edges[i].from].push_back(i);
  constexpr std::uint32_t kUnseen = 0xffffffffu;
  std::vector<std::uint32_t> by(nodes, kUnseen);
  std::deque<std::uint32_t> open{from};
  while (!open.empty() && by[to] == kUnseen) {
    const std::uint32_t n = open.front();
    open.pop_front();
    for (std::uint32_t i : out[n]) {
      const std::uint32_t m = edges[i].to;
      if (by[m] != kUnseen || m == from) continue;
      by[m] = i;
      open.push_back(m);
    }
  }
  std::vector<memory::TraceEdge> found;
  if (by[to] == kUnseen) return found;
  for (std::uint32_t n = to; n != from; n = edges[by[n]].from) found.push_back(edges[by[n]]);
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<memory::TraceEdge> cycle_through(const std::vector<memory::TraceEdge>& edges,
                                             std::size_t nodes, std::uint32_t a, std::uint32_t b) {
  std::vector<memory::TraceEdge> cycle = path(edges, nodes, a, b);
  const std::vector<memory::TraceEdge> back = path(edges, nodes, b, a);
  if (cycle.empty() || back.empty()) return {};
  cycle.insert(cycle.end(), back.begin(), back.end());
  return cycle;
}

bool reaches(const std::vector<memory::TraceEdge>& edges, std::size_t nodes, std::uint32_t from,
             std::uint32_t to) {
  return !path(edges, nodes, from, to).empty();
}

}  // namespace overtake::monitor

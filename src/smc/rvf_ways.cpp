#include "smc/rvf_ways.h"

#include <algorithm>

namespace overtake::smc {

double RvfWays::leaves_below(std::uint32_t read) const {
  if (way_.size() >= below_.size()) return 1;
  const auto& at = below_[way_.size()];
  Below all;
  for (const Below& b : at) {
    all.ways += b.ways;
    all.leaves += b.leaves;
  }
  const double usual = (all.leaves + 1) / (all.ways + 1);
  const Below& own = at[std::min<std::size_t>(read, kReads - 1)];
  return (own.leaves + 2 * usual) / (own.ways + 2);
}

const RvfWays::Child& RvfWays::choose(std::span<const Child> children, Random& random) {
  double likely = 0;
  for (const Child& c : children) likely += c.leaves;
  constexpr double kAnywhere = 0.2;
  const double uniform = kAnywhere / static_cast<double>(children.size());
  const auto probability = [&](const Child& c) {
    return (1 - kAnywhere) * c.leaves / likely + uniform;
  };
  double left = static_cast<double>(random.below(1u << 30)) / (1u << 30);
  std::size_t chosen = 0;
  while (chosen + 1 < children.size() && left >= probability(children[chosen]))
    left -= probability(children[chosen++]);
  way_.push_back({children[chosen].read, probability(children[chosen])});
  return children[chosen];
}

// What was found below each child says how likely such a child is chosen from now on.
double RvfWays::end(bool at_leaf) {
  learn_writes();
  double leaves = at_leaf ? 1 : 0;
  for (std::size_t depth = way_.size(); depth-- > 0;) {
    const Taken& taken = way_[depth];
    if (depth >= below_.size()) below_.resize(depth + 1);
    Below& below = below_[depth][std::min<std::size_t>(taken.read, kReads - 1)];
    below.ways += 1;
    below.leaves += leaves;
    leaves /= taken.probability;
  }
  return leaves;
}

void RvfWays::learn_writes() {
  if (written_until_.size() < execution_.locations().size())
    written_until_.resize(execution_.locations().size());
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    if (!e.writes()) continue;
    std::vector<std::uint32_t>& until = written_until_[e.location];
    if (until.size() <= e.thread.index()) until.resize(e.thread.index() + 1);
    until[e.thread.index()] = std::max(until[e.thread.index()], e.index + 1);
  }
}

// A thread that waits for that itself is not the first to write it.
bool RvfWays::may_find_new(const RvfNode& node, ThreadId t) const {
  const std::uint32_t location = node.pending[t.index()].location;
  if (location >= written_until_.size()) return false;
  const std::vector<std::uint32_t>& until = written_until_[location];
  for (std::size_t i = 0; i < node.pending.size(); ++i) {
    if (i == t.index()) continue;
    if (node.pending[i].location == location && signals_.comes_later(node, ThreadId{i}, location))
      continue;
    if (node.pending[i].writes && node.pending[i].location == location) return true;
    if (i < until.size() && until[i] > node.count(ThreadId{i})) return true;
  }
  return false;
}

bool RvfWays::is_hopeless(const RvfNode& node, std::span<const ThreadId> reads) const {
  for (std::size_t i = 0; i < std::min(node.causal.size(), node.pending.size()); ++i) {
    const ThreadId t{i};
    if (node.causal[i] != RvfNode::kUndefined && node.pending[i].next == RvfPending::Next::Reads &&
        std::ranges::find(reads, t) == reads.end() && !may_find_new(node, t))
      return true;
  }
  return false;
}

}  // namespace overtake::smc

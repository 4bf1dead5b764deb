// A random way through the tree of nodes, for estimates (estimate.h).
//
// The other reads of a node, after the first one, lead to executions only if those before them
// obtain something new later. Exploration knows from signals whether that can be. Here it is
// learned: a thread is taken to write a location only up to the last of its events that was ever
// seen to do so. The first ways only learn.
#include <algorithm>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

void RvfExplorer::learn_writes() {
  if (written_until_.size() < locations_.size()) written_until_.resize(locations_.size());
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    if (!e.writes()) continue;
    std::vector<std::uint32_t>& until = written_until_[e.location];
    if (until.size() <= e.thread.index()) until.resize(e.thread.index() + 1);
    until[e.thread.index()] = std::max(until[e.thread.index()], e.index + 1);
  }
}

// Whether the read of t may obtain something that the node does not have, as far as was seen. A
// thread that waits for that itself is not the first to write it.
bool RvfExplorer::may_find_new(const Node& node, ThreadId t) const {
  const std::uint32_t location = node.pending[t.index()].location;
  if (location >= written_until_.size()) return false;
  const std::vector<std::uint32_t>& until = written_until_[location];
  for (std::size_t i = 0; i < node.pending.size(); ++i) {
    if (i == t.index()) continue;
    if (node.pending[i].location == location && comes_later(node, ThreadId{i}, location)) continue;
    if (node.pending[i].writes && node.pending[i].location == location) return true;
    if (i < until.size() && until[i] > node.count(ThreadId{i})) return true;
  }
  return false;
}

// A leaf of the tree with the product of the numbers of children on the way; 0: the way ends
// nowhere. None: it was interrupted, or was too long.
std::optional<double> RvfExplorer::take_random_way(Random& random, bool learns,
                                                   std::chrono::steady_clock::time_point end) {
  if (execution_.empty()) begin();
  cut_back(0);
  sigma_.clear();
  execution_.note_last_writes();
  for (auto& nodes : mutated_) nodes.clear();
  depth_ = 0;
  way_.clear();
  bool arrives = true;
  for (;;) {
    if (!extend() || progress_.interrupted() || std::chrono::steady_clock::now() > end)
      return std::nullopt;
    if (sections_) throw NeedsExhaustive{"atomic sections", {}};
    Node& node = open_node();
    collect_reads(node);
    ++depth_;
    if (node.mutate.empty()) break;
    arrives = take_random_child(node, learns, random);
    if (!arrives) break;
  }
  learn_writes();
  for (const Pending& p : pending_)
    if (p.next == Next::Reads || p.next == Next::Chooses) arrives = false;
  // What was found below each child says how likely such a child is chosen from now on.
  double leaves = arrives ? 1 : 0;
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

// How many leaves such a child has, as far as was seen.
double RvfExplorer::leaves_below(std::uint32_t read) const {
  if (depth_ - 1 >= below_.size()) return 1;
  const auto& at = below_[depth_ - 1];
  Below all;
  for (const Below& b : at) {
    all.ways += b.ways;
    all.leaves += b.leaves;
  }
  const double usual = (all.leaves + 1) / (all.ways + 1);
  const Below& own = at[std::min<std::size_t>(read, kReads - 1)];
  return (own.leaves + 2 * usual) / (own.ways + 2);
}

// False: there is none.
bool RvfExplorer::take_random_child(Node& node, bool first_read, Random& random) {
  const std::vector<ThreadId> reads(node.mutate.rbegin(), node.mutate.rend());
  std::vector<Child> children;
  double likely = 0;
  for (std::uint32_t i = 0; i < reads.size(); ++i) {
    node.current = reads[i];
    collect_values(node);
    const std::size_t before = children.size();
    const double leaves = leaves_below(i);
    for (Group& group : node.groups)
      if (realize(node, group, sigma_)) {
        children.push_back({i, leaves, std::move(group)});
        likely += leaves;
      }
    if (first_read && !children.empty()) break;
    // If another read is taken, this one waits for something new.
    if (!may_find_new(node, reads[i])) {
      if (node.causal[reads[i].index()] != kUndefined && children.size() == before) return false;
      break;
    }
  }
  if (children.empty() || is_hopeless(node, reads)) return false;
  // Mostly where there was much, now and then anywhere.
  constexpr double kAnywhere = 0.2;
  const double uniform = kAnywhere / static_cast<double>(children.size());
  const auto probability = [&](const Child& c) {
    return (1 - kAnywhere) * c.leaves / likely + uniform;
  };
  double left = static_cast<double>(random.below(1u << 30)) / (1u << 30);
  std::size_t chosen = 0;
  while (chosen + 1 < children.size() && left >= probability(children[chosen]))
    left -= probability(children[chosen++]);
  const Child& child = children[chosen];
  way_.push_back({child.read, probability(child)});
  for (std::uint32_t i = 0; i < child.read; ++i) node.causal[reads[i].index()] = depth_ - 1;
  node.current = reads[child.read];
  locate_read(node);
  realize(node, child.group, sigma_);
  execute(node.current, child.group.good, child.group.choice, false);
  execution_.note_last_writes();
  return true;
}

// Whether a read that is not among them waits for something new that does not come.
bool RvfExplorer::is_hopeless(const Node& node, std::span<const ThreadId> reads) const {
  for (std::size_t i = 0; i < std::min(node.causal.size(), node.pending.size()); ++i) {
    const ThreadId t{i};
    if (node.causal[i] != kUndefined && node.pending[i].next == Next::Reads &&
        std::ranges::find(reads, t) == reads.end() && !may_find_new(node, t))
      return true;
  }
  return false;
}

}  // namespace overtake::smc

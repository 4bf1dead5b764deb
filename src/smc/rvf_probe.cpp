// A random way through the tree of nodes (rvf_ways.h).
#include <algorithm>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

// A leaf of the tree with the product of the numbers of children on the way; 0: the way ends
// nowhere. None: it was interrupted, or was too long.
std::optional<double> RvfExplorer::take_random_way(Random& random, bool learns,
                                                   std::chrono::steady_clock::time_point end) {
  restart();
  ways_.begin();
  for (bool arrives = true;;) {
    if (!extend() || progress_.interrupted() || std::chrono::steady_clock::now() > end)
      return std::nullopt;
    if (sections_.met) throw NeedsExhaustive{"atomic sections", {}};
    Node& node = open_node();
    collect_reads(node);
    ++depth_;
    if (!node.mutate.empty()) arrives = take_random_child(node, learns, random);
    if (!node.mutate.empty() && arrives) continue;
    const bool reads = std::ranges::any_of(pending_, [](const RvfPending& p) {
      return p.next == Next::Reads || p.next == Next::Chooses;
    });
    return ways_.end(arrives && !reads);
  }
}

// False: there is none.
bool RvfExplorer::take_random_child(Node& node, bool first_read, Random& random) {
  const std::vector<ThreadId> reads(node.mutate.rbegin(), node.mutate.rend());
  std::vector<RvfWays::Child> children;
  for (std::uint32_t i = 0; i < reads.size(); ++i) {
    node.current = reads[i];
    values_.collect(node);
    const std::size_t before = children.size();
    const double leaves = ways_.leaves_below(i);
    for (Group& group : node.groups)
      if (realizer_.realize(node, group, sigma_)) children.push_back({i, leaves, std::move(group)});
    if (first_read && !children.empty()) break;
    // If another read is taken, this one waits for something new.
    if (!ways_.may_find_new(node, reads[i])) {
      if (node.has_map(reads[i]) && children.size() == before) return false;
      break;
    }
  }
  if (children.empty() || ways_.is_hopeless(node, reads)) return false;
  const RvfWays::Child& child = ways_.choose(children, random);
  for (std::uint32_t i = 0; i < child.read; ++i) node.causal[reads[i].index()] = depth_ - 1;
  node.current = reads[child.read];
  values_.locate(node);
  realizer_.realize(node, child.group, sigma_);
  execute(node.current, child.group.good, child.group.choice, false);
  execution_.note_last_writes();
  return true;
}

}  // namespace overtake::smc

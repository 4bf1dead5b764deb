// Random ways through the tree of nodes, for estimates (estimate.h): what they have found so far,
// and where the next one goes.
//
// The other reads of a node, after the first one, lead to executions only if those before them
// obtain something new later. Exploration knows from signals whether that can be. Here it is
// learned: a thread is taken to write a location only up to the last of its events that was ever
// seen to do so. The first ways only learn.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/random.h"
#include "smc/rvf_node.h"
#include "smc/rvf_signals.h"

namespace overtake::smc {

class RvfWays {
 public:
  RvfWays(const CurrentExecution& execution, const RvfSignals& signals)
      : execution_(execution), signals_(signals) {}

  // A child of a node that a way may go to.
  struct Child {
    std::uint32_t read = 0;  // which of the node's, in the order in which they are taken up
    double leaves = 0;       // below it, as far as is known
    RvfGroup group;
  };

  void begin() { way_.clear(); }
  // How many leaves a child of the node where the way is has, as far as was seen.
  double leaves_below(std::uint32_t read) const;
  // The way goes to one of the children, mostly where there is much, now and then anywhere.
  const Child& choose(std::span<const Child> children, Random& random);
  // The way is over, at a leaf or nowhere: learns from it. The leaves of the whole tree, as it
  // makes it look.
  double end(bool at_leaf);

  // Whether the read of t may obtain something that the node does not have, as far as was seen.
  bool may_find_new(const RvfNode& node, ThreadId t) const;
  // Whether a read that is not among `reads` waits for something new that does not come.
  bool is_hopeless(const RvfNode& node, std::span<const ThreadId> reads) const;

 private:
  struct Taken {
    std::uint32_t read = 0;
    double probability = 1;
  };
  struct Below {
    double ways = 0;
    double leaves = 0;
  };
  static constexpr std::size_t kReads = 16;  // that are told apart
  void learn_writes();

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const RvfSignals& signals_;
  std::vector<Taken> way_;                        // by depth
  std::vector<std::array<Below, kReads>> below_;  // what was found, by depth and read
  // By location, by thread: the number of its last event seen to write, plus 1.
  std::vector<std::vector<std::uint32_t>> written_until_;
};

}  // namespace overtake::smc

// Backtrack signals (lines 2-5 of algorithm 2, and line 25): a write tells the nodes above whose
// read was of its location that it exists, so that their other reads are tried.
#pragma once

#include <span>
#include <vector>

#include "smc/possible_writers.h"
#include "smc/rvf_node.h"
#include "smc/rvf_sections.h"

namespace overtake::smc {

class RvfSignals {
 public:
  RvfSignals(const CurrentExecution& execution, RvfStack& stack, PossibleWriters& writers,
             const RvfSections& sections)
      : execution_(execution), stack_(stack), writers_(writers), sections_(sections) {}

  // --- the nodes that listen: those whose read is tried
  void listen(std::uint32_t depth);
  // Its read, the last one that is tried, is tried no more.
  void end(const RvfNode& node);
  void clear();

  // --- sending
  // What the events from `first_new` on write, and what the threads may write next.
  void send_new(Position first_new, std::span<const RvfPending> pending);
  void send_pending(std::span<const RvfPending> pending);
  // Everything that these threads, by their ids in the analysis, may write.
  void send_all_of(std::span<const ThreadId> ids);

  // Whether the next operation of t, which was its next one in the node as well, cannot be the
  // first outside the node at its location, so that it need not signal.
  bool comes_later(const RvfNode& node, ThreadId t, std::uint32_t location) const;
  // Whether the node's other reads need to be tried only if something is signalled to its read.
  bool suffice(const RvfNode& node) const;

 private:
  void send(std::uint32_t location, ThreadId thread, Position from, bool to_writers_only);
  void send_section(ThreadId t);

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const bool careful_ = execution_.rules().careful;
  RvfStack& stack_;
  PossibleWriters& writers_;
  const RvfSections& sections_;
  std::vector<std::vector<std::uint32_t>> listening_;  // by location: the depths of nodes
};

}  // namespace overtake::smc

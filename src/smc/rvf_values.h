// Which values the read of a node may be given (lines 17-21 of algorithm 2): those of the visible
// writes that the causal map does not forbid.
#pragma once

#include "smc/hidden_writes.h"
#include "smc/rvf_instance.h"
#include "smc/rvf_node.h"
#include "smc/rvf_sections.h"
#include "smc/rvf_torn.h"
#include "smc/rvf_waits.h"

namespace overtake::smc {

class RvfValues {
 public:
  RvfValues(CurrentExecution& execution, const RvfInstance& instance, const RvfStack& stack,
            RvfSections& sections, RvfWaits& waits, const RvfTorn& torn, Groups by)
      : execution_(execution),
        instance_(instance),
        stack_(stack),
        sections_(sections),
        waits_(waits),
        torn_(torn),
        by_(by) {}

  // Whether there is a value with which t, which may wait, need not wait.
  bool has_value(const RvfNode& node, ThreadId t);
  // Sets where the read of the node's thread is ...
  void locate(RvfNode& node) const;
  // ... and its values, each with its good writes.
  void collect(RvfNode& node);

 private:
  template <class Visit>
  void visit_sources(const RvfNode& node, ThreadId t, Visit visit);
  void visit_torn(const RvfNode& node, ThreadId t, const std::function<void(RvfGroup)>& visit);
  void collect_waits(RvfNode& node);
  void collect_round(RvfNode& node);
  void add(RvfNode& node, Position write);
  void add_choices(RvfNode& node) const;
  bool taken(std::uint32_t location, Position write) const;

  CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const RvfInstance& instance_;
  const RvfStack& stack_;
  RvfSections& sections_;
  RvfWaits& waits_;
  const RvfTorn& torn_;
  const Groups by_;
  HiddenWrites hidden_{trace_, execution_.model().base};
};

}  // namespace overtake::smc

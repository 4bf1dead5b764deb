// Realizing (line 22 of algorithm 2): is there a run in which the read obtains one of its good
// writes, and every other read one of its own?
//
// The order that is known satisfies all other reads, and the read is the last event of its thread.
// So it is enough to find a place for it in that order where memory holds a good write. Only if
// there is none, the consistency library is asked, guided by that order (RVF §4.2).
#pragma once

#include <span>
#include <vector>

#include "smc/byte_cells.h"
#include "smc/rvf_node.h"
#include "smc/rvf_runs.h"
#include "smc/rvf_sections.h"

namespace overtake::smc {

class RvfRealizer {
 public:
  RvfRealizer(const CurrentExecution& execution, RvfInstance& instance, RvfSections& sections,
              RvfRuns& runs, const CheckOptions& options, Statistics& statistics)
      : execution_(execution),
        instance_(instance),
        sections_(sections),
        runs_(runs),
        options_(options),
        statistics_(statistics) {}

  // Whether the node has a run in which its read, the event after those of τ, obtains a write of
  // the group; sets `order` to it. In a section the order may turn out to be none
  // (RvfSections::unsettled).
  bool realize(const RvfNode& node, const RvfGroup& group, StepOrder& order);
  // Whether the order last found is that of the node, and then the read.
  bool appended() const { return appended_; }

 private:
  bool place_in_section(const RvfNode& node, const RvfGroup& group, StepOrder& order);
  bool append(const RvfNode& node, const RvfGroup& group, StepOrder& order) const;
  bool repair(const RvfNode& node, const RvfGroup& group, EventKind kind, StepOrder& order) const;
  bool verify(const RvfNode& node, const RvfGroup& group, EventKind kind, StepOrder& order);
  std::uint32_t lowest_place(const RvfNode& node, EventKind kind,
                             std::span<const std::uint32_t> locations) const;
  void place(const RvfNode& node, std::uint32_t at, StepOrder& order) const;

  // --- torn reads
  bool repair_torn(const RvfNode& node, const RvfGroup& group, EventKind kind,
                   StepOrder& order) const;
  std::vector<Position> bytes_after(std::span<const RunStep> order, std::uint32_t location) const;
  void put_bytes(RunStep step, std::uint32_t location, std::vector<Position>& bytes) const;
  static bool obtains(const RvfGroup& group, std::span<const Position> bytes);

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const Locations& locations_ = execution_.locations();
  RvfInstance& instance_;
  RvfSections& sections_;
  RvfRuns& runs_;
  const CheckOptions& options_;
  Statistics& statistics_;
  ByteCells cells_{execution_};
  bool appended_ = false;
};

}  // namespace overtake::smc

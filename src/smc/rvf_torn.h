// Torn reads, in careful explorations: reads of a location that others overlap.
//
// A torn read is given a source, or a set of writes with the same bytes, for each of its cells
// (byte_cells.h). If some of its sources are known to be the only ones, causality knows of each of
// them. Its causal map demands that one of its cells at least reads what the node does not have;
// the combinations are told apart by the first cell that does. A write signals to every read that
// shares a byte with it: in lemma 1 (docs/rvf-smc.md) w is the first new write to any byte of r.
// In the run of the lemma, writes of the node to some bytes of r may come after w and leave the
// others to it. So w, if it is a compare-and-swap, need not find below r's child the value that it
// expects, and not write: that it is pending is a signal to a torn read as well.
#pragma once

#include <functional>
#include <vector>

#include "smc/byte_cells.h"
#include "smc/current_execution.h"
#include "smc/rvf_node.h"

namespace overtake::smc {

class RvfTorn {
 public:
  RvfTorn(CurrentExecution& execution, const RvfStack& stack, Groups by)
      : execution_(execution), stack_(stack), by_(by) {}

  bool is_torn(std::uint32_t location) const {
    return execution_.rules().careful && locations_.overlapping(location).size() > 1;
  }
  // Calls visit(group) for each group of the torn read that t does next. `inside`: in a section,
  // where the causal map may be satisfied later.
  void visit(const RvfNode& node, ThreadId t, bool inside,
             const std::function<void(RvfGroup)>& visit) const;
  // What the next read of t obtains if these are its parts.
  CurrentExecution::Torn read(ThreadId t, const consistency::ReadParts& parts);

 private:
  // What a read may obtain for one of its cells: writes with the same bytes, or one write.
  struct CellGroup {
    exec::Value value;
    std::vector<Position> good;
  };
  // The groups of a cell: of the writes that the causal map forbids, of the others, and of all.
  struct CellSources {
    Cell cell;
    std::vector<CellGroup> inside, outside, all;
  };
  struct Search;
  void add_to_cell(std::vector<CellGroup>& groups, std::uint32_t location, const Cell& cell,
                   Position write) const;
  std::vector<CellSources> sources_by_cell(const RvfNode& node, ThreadId t) const;
  bool has_agreeing_sources(const Search& search) const;
  void choose_cell(Search& search, bool outside) const;
  static RvfGroup group_of(const Search& search);

  CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const Locations& locations_ = execution_.locations();
  const RvfStack& stack_;
  const Groups by_;
  ByteCells cells_{execution_};
};

}  // namespace overtake::smc

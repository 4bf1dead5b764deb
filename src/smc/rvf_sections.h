// Atomic sections in exploration by causal maps.
//
// A section is one operation of its thread that reads and writes several locations. It is entered
// when the thread is chosen, as a read is, and from then on only that thread's reads are taken up
// until it ends: each is a node of its own whose values are tried. In every run its events stand
// side by side (Event::glued), which the consistency library knows about; what the thread does in
// the section is put right after what it has done there before.
//
// *Causal maps.* After the section has been entered at a node N, the other reads of N must leave to
// it what it found there: the executions in which all that it reads comes from N or from itself. So
// a section whose causal map names N has to read something that N does not have, be it only once.
// Until that has happened the map stays, and its values are told apart by whether they have
// happened (`RvfGroup::outside`); a section that ends without it was explored from N.
//
// *Signals.* Let ρ be a run in which the section R obtains something that N does not have, r the
// first of R's reads to do so, and w the first operation outside N in ρ that may write r's
// location. Cut off what comes from w on (from the beginning of w's section on) and is not in N,
// and leave R where it is. R does the same up to r, which now obtains a write of N. So r is a node
// below N, and w is next for its thread, where it signals: by being executed, by being pending, or
// by being in a section that is pending and may write anything. (The section may not write there
// any more: it has not read what it reads in ρ, if events of N come after it in ρ. So it signals to
// reads that write nothing, too, other than a pending atomic operation.) What is signalled to a
// read of a section is signalled to the node at which the section was entered
// (`RvfExplorer::leave`).
//
// *Assumptions.* A section in which an assume is false, or exit is called, takes the whole run with
// it (memory/machine.h): it is as if the thread had waited with entering it. So does a section that
// has to wait (rvf_section_errors.h).
#pragma once

#include <cstdint>
#include <vector>

#include "smc/current_execution.h"
#include "smc/rvf_instance.h"
#include "smc/rvf_node.h"

namespace overtake::smc {

class RvfSections {
 public:
  RvfSections(CurrentExecution& execution, const RvfInstance& instance)
      : execution_(execution), instance_(instance) {}

  // Where the exploration is, which the explorer says.
  bool met = false;        // a section has been met
  ThreadId inside;         // the thread that is in one, at the end of τ
  bool unsettled = false;  // it has read in the middle of σ, which need not be a run yet

  ThreadId find_open() const;
  // Whether the section that t is about to enter reads nothing. Then nothing in it has to be
  // chosen, and it is part of extensions.
  bool is_blind(ThreadId t);
  // Synchronization, and what waits, is for careful explorations, where no turns are taken.
  void demand_access(const exec::Op& op) const;

  // Where the next event of t belongs in a run of τ: into its section, or at the end.
  StepOrder::iterator place_for(ThreadId t, StepOrder& order) const;
  // Whether the first i steps of the order end in the middle of a section.
  bool splits(const StepOrder& order, std::uint32_t i) const;
  // What a read in a section finds is known if the section has been at the location before: whether
  // that may be this write.
  bool agrees(ThreadId t, std::uint32_t location, Position write) const;
  // Whether t's last section updates a write that another atomic step updates: only one of the two
  // can be right after it.
  bool is_overtaken(ThreadId t) const;

  // Whether the operation, in a section, waits for events of others and not for a value; and for
  // t, whose next operation is one, those of them that are there.
  static bool waits_for_events(const exec::Op& op);
  std::vector<Position> awaited(ThreadId t);

 private:
  bool updates(Position read) const;
  bool only_source(Position read, Position& source) const;

  CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  const RvfInstance& instance_;
};

}  // namespace overtake::smc

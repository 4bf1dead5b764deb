// What goes wrong in atomic sections with which no execution is maximal: those that take the run
// with them, and those that have to wait, for a lock, a value, a signal, the end of a thread.
//
// Nothing of other threads can come into a section, so one that has to wait does so for ever, and
// the run is over: no execution is like that (memory/machine.h), but it is a deadlock, or a hang.
// So where a section waits, what lets it continue and what does not are values of a read, told
// apart as others are. With a value that does not, the value has no child: a run is asked for in
// which the section finds it, and what comes after the section in that run is left out.
//
// *No error is lost.* Let ρ be a run that ends like that. As long as a read of a node other than
// those of the section is in ρ, the first one leads to a child. Then the section is the first: what
// it reads comes from the node. Events of the node that are not in ρ are put after the section.
//
// *Stopped threads.* The waiting is no error if a thread has failed, assumed something false or
// called exit before, as it may be what is waited for. So it is asked for a run in which what
// stopped these threads comes after the section.
//
// *What is no value.* A join, a barrier and a condition variable are waited for by events: the end
// of a thread, the arrivals of a round, a signal. If they are in the node, the section may still
// come before one of them. In its causal map they count as writes that it reads.
//
// *Signals.* Nothing is signalled below such a value: the node that entered the section tries its
// other reads as well.
#pragma once

#include <span>

#include "smc/endings.h"
#include "smc/execution_races.h"
#include "smc/rvf_lifetimes.h"
#include "smc/rvf_runs.h"
#include "smc/rvf_sections.h"

namespace overtake::smc {

class RvfSectionErrors {
 public:
  // `races`: none if they are not looked for.
  RvfSectionErrors(CurrentExecution& execution, RvfInstance& instance, RvfSections& sections,
                   RvfRuns& runs, RvfLifetimes& lifetimes, ExecutionRaces* races, Endings& endings,
                   const Progress& progress)
      : execution_(execution),
        instance_(instance),
        sections_(sections),
        runs_(runs),
        lifetimes_(lifetimes),
        races_(races),
        endings_(endings),
        progress_(progress) {}

  // Only sections are left to be entered, and perhaps none of them can ever come to its end: then
  // no execution lies below, and yet what has gone wrong so far has.
  void judge_before_sections();
  // The section of t takes the run with it, and what has gone wrong in it so far has.
  void judge_cut_short(ThreadId t);
  // The section of the node's thread waits for ever: with that value, or for events.
  void judge_waiting(const RvfNode& node, const RvfGroup& group);

 private:
  void judge_inside(ThreadId t);
  void judge_races_inside(std::span<const Position> events);
  ThreadId failed_inside(ThreadId t) const;
  std::vector<RvfRuns::Edge> edges_of_stuck(ThreadId t, Position from, ThreadId failed) const;
  void report_stuck(ThreadId t, Position from, std::span<const Position> awaited);

  CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  const std::vector<std::pair<SlotId, Position>>& ended_ = execution_.lifetimes().ended();
  RvfInstance& instance_;
  RvfSections& sections_;
  RvfRuns& runs_;
  RvfLifetimes& lifetimes_;
  ExecutionRaces* const races_;
  Endings& endings_;
  const Progress& progress_;
};

}  // namespace overtake::smc

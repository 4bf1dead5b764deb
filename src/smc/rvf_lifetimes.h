// Use after free. Which of an access and a free comes first is no matter of values, and one run of
// an execution may have them in this order and another one in that. So accesses continue as if
// objects lived for ever, and when the execution is complete, the consistency library is asked for
// a run in which the free comes first: up to there it is a run of the program, and the access the
// error. Only pairs that causality leaves open need that.
#pragma once

#include "smc/endings.h"
#include "smc/rvf_runs.h"

namespace overtake::smc {

class RvfLifetimes {
 public:
  RvfLifetimes(CurrentExecution& execution, RvfRuns& runs, Endings& endings,
               const Progress& progress)
      : execution_(execution), runs_(runs), endings_(endings), progress_(progress) {}

  // At the end of an execution: reports accesses that may come too late. False: every access that
  // could be judged comes too late in every run of it, so that its other errors are none.
  bool judge();
  // ... reports threads that wait at an object whose life has ended, such as for a lock in freed
  // memory. Whether there are any.
  bool judge_waiting();
  // Reports that p may access the object, or end its life a second time, after its free if there is
  // a run with that order. An error that is known is not asked about.
  void judge_after_free(Position p, SlotId object, bool twice, Position free);

  // The first access in the order that comes too late.
  struct Violation {
    std::size_t steps = 0;  // of the order, the violation included; 0: there is none
    Position at = kInitial;
    SlotId object;
    bool twice = false;  // a second free
  };
  Violation first_violation(const StepOrder& order) const;

 private:
  void report(const StepOrder& order, const Violation& violation);
  exec::Error error(Position p, SlotId object, bool twice) const;

  CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<std::pair<SlotId, Position>>& ended_ = execution_.lifetimes().ended();
  RvfRuns& runs_;
  Endings& endings_;
  const Progress& progress_;
  StepOrder order_;  // scratch
};

}  // namespace overtake::smc

// The end of an execution: counted, and its errors reported, each distinct one once and replayed.
#pragma once

#include <cstdint>
#include <optional>

#include "smc/current_execution.h"
#include "smc/errors.h"
#include "smc/hangs.h"
#include "smc/progress.h"

namespace overtake::smc {

class Endings {
 public:
  Endings(CurrentExecution& execution, Hangs& hangs, Progress& progress,
          const CheckOptions& options, CheckResult& result);

  // The execution is maximal. In some explorations it stands for several. `stuck`: threads that
  // wait for ever.
  void finish(const Explorer& explorer, std::uint64_t stands_for = 1, const Stuck* stuck = nullptr);
  // The same execution may also end with the threads waiting in another way.
  void judge_other_way(const Stuck& stuck);
  // An error of the thread; without a schedule, the witness leads to it.
  void report(const exec::Error& error, ThreadId t, memory::Schedule schedule);
  // An error of a round that the execution does not have; `thread`: where it is then.
  void report_in_round(const exec::Error& error, const exec::Thread& thread,
                       const memory::Schedule& schedule);
  // Accesses that may come after the end of their object's life, one of the two at `begin` or
  // later: where reads are bound to writes.
  void report_late_accesses(Position begin);
  ErrorCollector& errors() { return errors_; }

 private:
  void judge(std::uint64_t stands_for, const Stuck* stuck);
  memory::ThreadEnds ends(const Stuck* stuck) const;
  void report_ending(memory::Ending ending, const Stuck* stuck);
  void report_stuck(memory::Ending ending, memory::Schedule schedule);
  void report_hang(const Stuck& stuck);
  bool lives_race(Position last, Position end) const;
  bool is_cause(Position p, Position last, Position end) const;
  std::optional<memory::Schedule> schedule_of_causes(ThreadId t) const;

  CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  const std::vector<std::pair<SlotId, Position>>& ended_ = execution_.lifetimes().ended();
  Hangs& hangs_;
  Progress& progress_;
  const CheckOptions& options_;
  CheckResult& result_;
  ErrorCollector errors_;
};

}  // namespace overtake::smc

// Data races of the current execution (races.h). The counterexample is the causal past of the two
// accesses, in the order of the witness: closed under causes, so it is a run.
#pragma once

#include <functional>
#include <vector>

#include "smc/current_execution.h"
#include "smc/progress.h"
#include "smc/races.h"
#include "smc/rvf_instance.h"

namespace overtake::smc {

class ExecutionRaces {
 public:
  // `instance`: what the reads are bound to, each to one write; none: to its source in τ.
  ExecutionRaces(const CurrentExecution& execution, const RvfInstance* instance, Progress& progress,
                 const CheckOptions& options, CheckResult& result)
      : execution_(execution),
        bound_(instance),
        progress_(progress),
        options_(options),
        result_(result) {}

  // Makes sigma a run in which both accesses are there, if there is one; asked once a pair of
  // places that was not reported yet.
  using Arrange = std::function<bool(Position a, Position b)>;

  // Reports each pair of places once. Without `arrange` every event is in every run of τ.
  void check(const Arrange& arrange = {});

 private:
  void report(Position a, Position b, const Arrange& arrange);

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const RvfInstance* const bound_;
  Progress& progress_;
  const CheckOptions& options_;
  CheckResult& result_;
  RaceFinder finder_;
  std::vector<RaceEvent> events_;
};

}  // namespace overtake::smc

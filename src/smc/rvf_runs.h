// Runs of the current RVF execution: is there one in which each read obtains one of its good
// writes? That is asked of the consistency library, guided by an order that is likely to be one
// (RVF §4.2).
#pragma once

#include <span>
#include <utility>

#include "consistency/consistency.h"
#include "consistency/verify_overlaps.h"
#include "smc/byte_cells.h"
#include "smc/current_execution.h"
#include "smc/progress.h"
#include "smc/rvf_instance.h"

namespace overtake::smc {

class RvfRuns {
 public:
  // Of two events: the first one comes before the second.
  using Edge = std::pair<Position, Position>;

  RvfRuns(const CurrentExecution& execution, RvfInstance& instance, Progress& progress,
          const CheckOptions& options, Statistics& statistics)
      : execution_(execution),
        instance_(instance),
        progress_(progress),
        options_(options),
        statistics_(statistics) {}

  // Sets `order` to a run of the instance; `hint`, which may be the same, and then the events
  // `at_the_end` are what is tried first. A step of the exploration, counted in its statistics.
  bool find(const StepOrder& hint, std::span<const Position> at_the_end, StepOrder& order);
  // Sets `order` to a run that has these edges as well. A question of its own.
  bool find_with(std::span<const Edge> edges, StepOrder& order);

 private:
  bool ask(const StepOrder& hint, std::span<const Position> at_the_end, StepOrder& order);

  const CurrentExecution& execution_;
  RvfInstance& instance_;
  Progress& progress_;
  const CheckOptions& options_;
  Statistics& statistics_;
  ByteCells cells_{execution_};
  consistency::Verifier verifier_;
  consistency::VerifyOverlaps overlaps_;
  Witness hint_;
};

}  // namespace overtake::smc

// Realizing (RF §5, line 18 of algorithm 3): is there a run in which every event of the mutation
// reads what RF' says?
//
// What makes this cheap: the mutated event is the last of its thread in X', and X' without it is
// closed under causes, so the old witness restricted to X' is a run of it. All that is left is to
// place the mutated event where its new source is the value in memory. If the old order has such a
// place, or has one once the writes that are in the way and what depends on them come later, that
// is a run; only if not, the consistency library is asked, with the old order as a hint.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/consistency.h"
#include "smc/current_execution.h"
#include "smc/progress.h"
#include "smc/rf_mutation.h"

namespace overtake::smc {

class RfRealizer {
 public:
  RfRealizer(const CurrentExecution& execution, Progress& progress, const CheckOptions& options,
             Statistics& statistics)
      : execution_(execution), progress_(progress), options_(options), statistics_(statistics) {}

  // Before the mutations of an execution are looked at.
  void index_order();
  // Sets `order` to a run, in which placed events are named by the size of τ plus their number.
  bool realize(const Mutation& m, StepOrder& order);

 private:
  bool taken(const Mutation& m) const;
  bool repair(const Mutation& m, StepOrder& order);
  std::uint32_t lowest_place(const Mutation& m, std::uint32_t from);
  void place(const Mutation& m, std::uint32_t next, std::uint32_t lowest, bool source_late,
             StepOrder& order) const;
  bool postpone_writes(const Mutation& m, std::uint32_t begin, std::uint32_t end);
  bool postpone_source(const Mutation& m, std::uint32_t begin, std::uint32_t end);
  bool postpone(const Mutation& m, std::uint32_t begin, std::uint32_t end, bool is_source);
  bool overwritten(const Mutation& m) const;
  void make_instance(const Mutation& m);
  bool verify(const Mutation& m, StepOrder& order);

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const StepOrder& sigma_ = execution_.sigma;
  Progress& progress_;
  const CheckOptions& options_;
  Statistics& statistics_;
  consistency::Verifier verifier_;
  std::vector<std::uint32_t> at_;         // by position: place in σ
  std::vector<std::uint32_t> memory_at_;  // ... of its memory-write

  // Scratch.
  Execution instance_;
  Witness hint_;
  std::vector<EventId> event_id_;
  std::vector<Position> position_of_event_;
  std::vector<std::uint32_t> needed_;       // steps that the event to place follows
  std::vector<std::uint8_t> late_;          // by step: comes after the event to place
  std::vector<std::uint16_t> late_from_;    // by thread: its first late event
  std::vector<std::size_t> late_threads_;   // that have one
  std::vector<std::uint8_t> late_buffer_;   // by thread: writes leave its buffer late
  std::vector<std::uint8_t> late_written_;  // by location
  std::vector<std::uint8_t> late_read_;
};

}  // namespace overtake::smc

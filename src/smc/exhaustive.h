// The oracle: covers every run of the operational machine, and computes from the definitions, by
// brute force and nothing else. Simple on purpose; shares no algorithm with the engines it judges.
//
// Runs are merged only where that is exact: on the machine's state together with what the question
// remembers of the past. Two steps that no other thread depends on (a fence whose buffers are
// empty, a store into the own buffer, ...) need no branching either: they commute with everything
// that others do, and stay possible, unless a section of another thread has to wait for ever;
// `Options::eager` does them at once.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "memory/machine.h"
#include "smc/check.h"
#include "smc/classes.h"

namespace overtake::smc {

struct ExhaustiveOptions {
  memory::MachineOptions machine;
  // true: every RF class once. false: every final state (local states and memory) once.
  bool classes = true;
  // With classes: every trace (RF class and the order of stores to each location, Shasha-Snir)
  // once.
  bool traces = false;
  bool eager = true;
  // Only runs that interrupt a thread that could go on at most so often. Memory-writes are free.
  std::optional<std::uint32_t> preemption_bound;
  std::uint64_t max_configurations = 0;  // to be told apart; 0: no limit
  std::uint64_t max_steps = 0;           // of one run, else throws LimitReached; 0: no limit
  // Without classes and bound: called with a run to each set of states from which no run ends.
  // Returns false to stop.
  std::function<bool(const memory::Schedule&, const memory::ThreadNames&)> endless;
  // The threads that were met elsewhere, for results that are to be compared with what was found
  // there: numbers of threads are in the words of locks and in addresses.
  memory::ThreadNames names;
  const std::atomic<bool>* stop = nullptr;
};

// One final configuration: a maximal run that leads there.
struct FinalRun {
  const memory::Machine& machine;
  const memory::Schedule& schedule;
  memory::Ending ending;
  ClassName name;  // of the RF class (classes = true), of the trace (traces = true) or of the state
  bool first;      // the first run of its class
};

// Runs that were cut short in an atomic section (Machine::cut_short) are visited as well.
//
// Calls `visit` once for each class (or final state) and way in which its runs end: whether a spin
// continues for ever depends on the last stores. `visit` returns false to stop.
// Returns true if everything was covered, be it that the bound forbade nothing.
bool exhaustive(const exec::Executor& executor, const ExhaustiveOptions& options,
                const std::function<bool(const FinalRun&)>& visit);

// As `equivalence` says: Exhaustive, States, or Trace. 0: any number of configurations, runs of any
// length.
CheckResult check_exhaustively(const ir::Program& program, const CheckOptions& options,
                               Equivalence equivalence, std::uint64_t max_configurations = 0,
                               std::uint64_t max_steps = 0);

}  // namespace overtake::smc

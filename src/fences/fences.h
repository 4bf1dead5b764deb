// The fewest fences that make a program right: `overtake fences` in data.
//
//     const Report r = find_fences(subject, {.criterion = Criterion::Persistence});
//     if (r.verdict == Verdict::FencesNeeded) for (const Fence& f : r.fences) ...
//
// Whatever the criterion, the work is the same: counterexamples, each of which names the placements
// that would prevent it; a cheapest set that hits them all; and a check of the result.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/limit.h"
#include "base/model.h"
#include "fences/choices.h"
#include "fences/hitting_set.h"
#include "fences/subject.h"

namespace overtake::fences {

struct FenceOptions {
  Criterion criterion = Criterion::Persistence;
  MemoryModel model = Model::TSO;
  Cost cost = Cost::Count;
  bool all_sets = false;
  std::size_t max_sets = 1000;
  std::uint32_t buffer = 0;              // stores in a buffer; 0: grown until it does not matter
  std::optional<std::uint32_t> flatten;  // persistence: by abstractions, exact for so many steps
  // Persistence: beyond so many states abstractions are tried, each up to so many.
  std::size_t plain_states = 600'000;
  std::size_t flat_states = 3'000'000;
  bool all_states = true;  // false: undecided if abstractions do not decide it, either
  // Workers. The report does not depend on their number, nor on when they begin: a search with
  // fewer states than `alone` is left to one.
  std::uint32_t jobs = 1;
  std::size_t alone = 1u << 13;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t states, std::size_t counterexamples)> progress;
};

enum class Verdict : std::uint8_t {
  NoFencesNeeded,
  FencesNeeded,
  FailsUnderSc,  // safety: no fence can help
  Undecided,
};

// A run that the program has without fences and must not have, replayed on the machine.
struct Counterexample {
  memory::Replay replay;
  std::size_t first = 0;  // the step from which on it is interesting
};

struct Report {
  Verdict verdict = Verdict::Undecided;
  std::vector<Placement> placements;
  std::vector<Fence> fences;                    // what `placements` are in the text
  std::vector<std::vector<Fence>> all_minimal;  // with all_sets: every minimal set
  bool all_complete = true;                     // there are no others
  bool minimal = false;                         // `fences` was checked to be
  bool from_both_sides = false;  // persistence: by abstractions and few movers, not all states
  std::optional<Counterexample> counterexample;
  std::string failure;               // safety: what the counterexample violates
  std::vector<ReachedLimit> limits;  // why undecided; none if stopped from outside
  std::size_t states = 0;            // of all searches
  std::size_t transitions = 0;
  std::size_t searches = 0;
  std::size_t executions = 0;       // that the monitors looked at
  std::size_t counterexamples = 0;  // that had to be prevented
  std::size_t bytes = 0;            // of the largest search
  std::uint32_t buffer = 0;         // the bound in force; 0: buffers played no part
};

// Throws InputError for constructs that the criterion cannot deal with.
Report find_fences(const Subject& subject, const FenceOptions& options);

}  // namespace overtake::fences

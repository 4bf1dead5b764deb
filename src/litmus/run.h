// Runs litmus tests: all final states of a test under a model, and what the condition makes of
// them.
//
//     const Outcome o = run(litmus::parse(text, file), {.model = Model::TSO});
//     o.ok, o.states.size(), o.positive, o.negative
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/model.h"
#include "frontend/litmus/lower.h"
#include "frontend/litmus/test.h"
#include "memory/machine.h"

namespace overtake::litmus {

struct RunOptions {
  MemoryModel model = Model::SC;
  const std::atomic<bool>* stop = nullptr;
  bool runs = false;  // keep a run for each final state
};

enum class Observation : std::uint8_t { Never, Sometimes, Always };
std::string_view name(Observation observation);

// A run of the test's program (see lower, and memory::lower_orders for the model).
struct FinalRun {
  memory::Schedule schedule;
  bool satisfies = false;  // the proposition under the quantifier
};

// What herd reports of a test. A final state is the values of the locations that the condition and
// `locations` name; positive and negative count distinct final states that do and do not satisfy
// the proposition under the quantifier (herd counts candidate executions instead, so its numbers
// are at least ours, and zero exactly when ours are).
struct Outcome {
  std::string file;
  std::string test;
  Quantifier quantifier = Quantifier::Exists;
  std::string condition;                         // exists (0:EAX=0 /\ 1:EAX=0)
  std::string hash;                              // what the test's Hash= says
  std::vector<std::string> locations;            // 0:EAX, 1:EAX, [x]
  std::vector<std::vector<std::string>> states;  // values of `locations`, sorted
  std::vector<FinalRun> runs;                    // if asked for: one for each of `states`
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
  bool ok = false;        // the quantified condition holds
  bool finished = false;  // false: stopped from outside; nothing above is final
  double seconds = 0;

  Observation observation() const {
    return positive == 0 ? Observation::Never
                         : (negative == 0 ? Observation::Always : Observation::Sometimes);
  }
  // Whether some final state satisfies the proposition.
  bool allows() const { return positive > 0; }
};

// The final states of complete runs, with the first run that leads to each (without a schedule
// unless options.runs). Throws InputError if a run fails (a wild pointer, a division by zero), with
// the place. Sets `finished` to false if it was stopped.
std::map<FinalState, memory::Schedule> final_states(const LoweredTest& lowered,
                                                    const RunOptions& options, bool& finished);

Outcome run(const Test& test, const RunOptions& options);

}  // namespace overtake::litmus

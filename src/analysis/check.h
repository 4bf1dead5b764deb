// Can any execution fail an assertion, crash or deadlock? `overtake check` in data.
//
//     const report::CheckDocument d =
//         analysis::check({.program = {.files = {"queue.c"}, .model = Model::TSO}});
//     if (d.verdict == report::Verdict::Error)
//       std::cout << d.errors.front().message << " at " << d.errors.front().place.text() << '\n';
//
// Every execution is covered once, up to the equivalence. Each error was replayed on the machine of
// the memory model and made short. "Safe" is said only if nothing was left out; else `reasons` has
// what was, and which option would lead further.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/control.h"
#include "analysis/program.h"
#include "ir/program.h"
#include "smc/equivalence.h"

namespace overtake::scale {
class Transport;
}

namespace overtake::analysis {

struct Prepared;
struct ProgramKey;

// A program that another check has loaded and prepared (analysis/check_models.h).
struct Loaded {
  const ir::Program* program = nullptr;
  const Prepared* prepared = nullptr;  // by prepare_for_all
};

struct CheckOptions {
  Program program;
  smc::Equivalence equivalence = smc::Equivalence::Rf;
  smc::RvfOptions rvf = {};
  // Random runs of the machine beside the exploration, which often meet an error first
  // (hunt/hunt.h). A time: nothing but these, for that long; 0: none at all.
  std::optional<std::chrono::milliseconds> hunt_for = {};
  bool only_hunting() const { return hunt_for && hunt_for->count() != 0; }
  std::uint64_t seed = 1;      // of these runs
  bool symmetry = true;        // equal threads once (smc/equal_threads.h)
  bool races = false;          // data races of C and C++ are errors
  bool all_errors = false;     // continue after the first error
  bool accept_bounds = false;  // "safe" within bounds of loops is enough
  // Executions that do not end: loops are bounded, 1, 2, 4 ... times. The next bound is not begun
  // after that time, and not finished if it takes longer; 0: until stopped.
  std::chrono::milliseconds deepen_for{5'000};
  std::vector<ir::ErrorKind> ignored = {};  // errors that do not count
  std::optional<std::uint32_t> preemption_bound = {};
  std::uint64_t max_executions = 0;  // 0: no limit
  std::uint32_t jobs = 1;            // threads; 0: as many as there are processors
  bool verify = false;       // explore once more by other means, and compare (analysis/verify.h)
  bool statistics = false;   // how the exploration spent its time
  bool full = false;         // stories of counterexamples have every step
  bool show_output = false;  // what the program prints on the way to the first error
  // Where the first counterexample is written for `replay`, the others beside it; empty: nowhere.
  // What cannot be written is noted.
  std::string schedule_file = {};
  std::string checkpoint_file = {};  // what is left to do is written there now and then
  std::chrono::milliseconds checkpoint_every{60'000};
  std::string resume_file = {};           // a checkpoint to continue from
  std::string instances_folder = {};      // where the (X, RF) that were met are written
  scale::Transport* transport = nullptr;  // to the other processes; none: this one is alone
  Loaded loaded = {};                     // none: the files are read
};

// What determines the program that is explored.
ProgramKey key_of(const CheckOptions& options);

// Throws InputError (the input), UsageError (the options) or InternalError (a fault of ours). With
// a transport, the document of rank 0 is that of all, and the others say nothing.
report::CheckDocument check(const CheckOptions& options, const Control& control = {});

}  // namespace overtake::analysis

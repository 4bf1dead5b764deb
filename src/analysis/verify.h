// A second opinion about an exploration: `check --verify`.
//
// The oracle of the tests shares the passes with what it judges. So the program is explored once
// more with another set of them: nothing is private to a thread, nothing is simplified, no spin
// loop is detected, and loops are bounded instead. The two must not contradict each other:
//
//   - an error in the second, where the first says that there is none;
//   - no error in a complete second one, where the first found one;
//   - different numbers of executions, where both are complete, and no thread waits or was stopped
//     (iterations of a thread that waits are executions of the second exploration only).
//
// Hangs and deadlocks do not count where a loop was cut off: the second one cannot see them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/prepare.h"
#include "report/remarks.h"
#include "smc/check.h"

namespace overtake::analysis {

// What one exploration says.
struct Opinion {
  struct Error {
    ir::ErrorKind kind = ir::ErrorKind::Assertion;
    std::string place;
  };
  std::vector<Error> errors;
  smc::CheckResult::Executions executions;
  smc::Equivalence used = smc::Equivalence::Rf;
  bool waits = false;  // iterations of threads that wait were not told apart
  bool finished = false;
};

Opinion opinion_of(const ir::Program& program, const smc::CheckResult& result);

struct Agreement {
  bool errors = false;      // both say the same of errors
  bool executions = false;  // ... and of the number of executions
};

// Throws InternalError, with what both say, if they contradict each other.
Agreement compare(const Opinion& first, const Opinion& second);

// Explores the program of `key` for a second opinion, with loop bounds that are raised until no
// loop is cut off any more or it takes too long, and says what was compared. Throws InternalError
// if the opinions differ.
report::Note verify(const Opinion& first, ProgramKey key, const smc::CheckOptions& options);

}  // namespace overtake::analysis

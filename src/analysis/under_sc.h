// Whether an error that was found under TSO or PSO also happens under SC. If it does, the execution
// of SC is the one to show: it is easier to follow, and it says that store buffers are not to
// blame.
//
// Asks the exploration of SC, for as many executions as the weak model took, at least a few hundred
// and at most some thousand: a user who has waited for minutes does not wait as long again.
#pragma once

#include <cstdint>
#include <optional>

#include "memory/found.h"
#include "report/execution.h"
#include "smc/check.h"

namespace overtake::analysis {

class UnderSc {
 public:
  // The program, prepared for `options.model`, must outlive it. `executions`: explored so far.
  UnderSc(const ir::Program& program, const smc::CheckOptions& options, std::uint64_t executions);

  struct Answer {
    report::UnderSc answer = report::UnderSc::Unknown;
    // A short run of the weak machine in which each store reaches memory at once.
    std::optional<memory::FoundError> found;
  };
  Answer ask(const memory::FoundError& error);

 private:
  const ir::Program& program_;
  smc::CheckOptions options_;
  MemoryModel weak_;
  std::optional<smc::CheckResult> result_;  // of SC, once it was asked
};

}  // namespace overtake::analysis

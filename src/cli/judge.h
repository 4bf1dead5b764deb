// Every counterexample is replayed on the machine before a user sees it, and shortened.
#pragma once

#include <optional>
#include <string>

#include "memory/replay.h"
#include "report/check_report.h"
#include "smc/check.h"

namespace overtake::cli {

// Whether the two steps of a replay are accesses that can race: conflicting, not both atomic.
bool may_race(const memory::Replay& replay, const report::Race& race);

class Judge {
 public:
  // The program must outlive the judge.
  Judge(const ir::Program& program, const memory::MachineOptions& options)
      : program_(program), options_(options) {}

  // Throws InternalError if the schedule does not lead to the error that it was reported with.
  // Nothing if that error only happens after another one: the program is dead by then.
  std::optional<report::ErrorReport> replayed(const smc::FoundError& found) const;
  report::ErrorReport replayed(const smc::FoundRace& found) const;

  // What the program prints on the way.
  std::string output(const memory::Schedule& schedule, const memory::ThreadNames& names) const;

 private:
  const ir::Program& program_;
  memory::MachineOptions options_;
};

}  // namespace overtake::cli

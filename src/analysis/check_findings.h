// What an exploration found, for its document: each counterexample is judged, described, and
// written to a schedule file.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/check.h"
#include "analysis/judge.h"
#include "analysis/prepare.h"
#include "smc/check.h"

namespace overtake::analysis {

// Replays what was found and adds it to the document's errors; what they were made of is returned,
// in the same order. `explored`: how the program was explored.
std::vector<Judged> judge_findings(const ir::Program& program, const MemoryModel& model,
                                   const smc::CheckOptions& explored, const CheckOptions& options,
                                   const smc::CheckResult& result, report::CheckDocument& document);

// One file an error: `overtake replay` shows it again. The document names them.
void write_schedules(const std::string& file, const ProgramKey& key, std::span<const Judged> judged,
                     report::CheckDocument& document);

}  // namespace overtake::analysis

// Schedule files: a counterexample that can be shown again, on the same or another machine.
//
//     {"overtake": 1, "input": ["prog.c"], "model": "tso", ..., "error": "assertion",
//      "threads": ["main", "T1"],
//      "steps": [{"thread": "main"}, {"thread": "T1"}, {"thread": "T1", "drain": true}, ...]}
//
// Threads are named by their parent and spawn number, so that a file does not depend on the order
// in which an exploration met them.
#pragma once

#include <optional>
#include <string>

#include "analysis/prepare.h"
#include "memory/schedule.h"
#include "report/make_run.h"

namespace overtake::analysis {

struct ScheduleFile {
  ProgramKey key;
  std::string error_kind;            // as ir::name
  std::optional<report::Race> race;  // if that is the error
  memory::Schedule schedule;
  memory::ThreadNames names;
};

// Throw InputError if the file cannot be written or read, or is not a schedule file.
void write_schedule_file(const std::string& path, const ScheduleFile& file);
ScheduleFile read_schedule_file(const std::string& path);

}  // namespace overtake::analysis

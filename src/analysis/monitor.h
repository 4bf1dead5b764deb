// Does a program, or a recorded trace, ever leave sequential consistency? `overtake monitor` in
// data.
//
//     const report::MonitorDocument d =
//         analysis::monitor({.program = {.files = {"queue.c"}, .model = Model::PSO}});
//     for (const report::Violation& v : d.violations) std::cout << v.message << '\n';
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/control.h"
#include "analysis/program.h"
#include "analysis/trace_files.h"

namespace overtake::analysis {

struct MonitorOptions {
  Program program;  // under TSO or PSO
  // The online monitor on every interleaving with up to so many preemptions; none: on one run for
  // each trace.
  std::optional<std::uint32_t> preemption_bound = {};
  std::uint64_t max_executions = 0;  // 0: no limit
  bool full = false;                 // the text shows a run for each violation
};

report::MonitorDocument monitor(const MonitorOptions& options, const Control& control = {});

struct RecordedOptions {
  TraceFiles traces;
  MemoryModel model = Model::TSO;  // or PSO
  bool full = false;               // all violations, not only the first ten of a trace
};

report::RecordedDocument monitor(const RecordedOptions& options);

}  // namespace overtake::analysis

// Could these recorded traces of reads and writes have happened? `overtake consistency` in data.
// (For executions that a program has in memory, the library of consistency/consistency.h is the
// direct way.)
#pragma once

#include <chrono>
#include <optional>

#include "analysis/control.h"
#include "analysis/trace_files.h"
#include "base/model.h"
#include "consistency/consistency.h"

namespace overtake::analysis {

struct ConsistencyOptions {
  TraceFiles traces;
  MemoryModel model = Model::TSO;
  overtake::consistency::Algorithm algorithm = overtake::consistency::Algorithm::Portfolio;
  bool closure = true;      // compute it before searching
  bool order = false;       // the order of events of consistent traces
  bool explain = false;     // say why a trace is not, also if there are several
  bool terse = false;       // only OK, NO or ??
  bool executions = false;  // events and schedules, for JSON and pages
  std::optional<std::chrono::milliseconds> timeout = {};  // of all traces together
};

report::ConsistencyDocument consistency(const ConsistencyOptions& options);

}  // namespace overtake::analysis

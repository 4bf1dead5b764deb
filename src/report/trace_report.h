// What `overtake consistency` found out about one recorded trace, as a part of its document.
//
// The verdict and its reason in words, the events, and for consistent traces the witness as an
// execution like a counterexample of `overtake check`, so that every renderer draws traces, too.
#pragma once

#include <string_view>

#include "consistency/consistency.h"
#include "report/trace_document.h"
#include "trace/recorded_trace.h"

namespace overtake::report {

struct TraceParts {
  bool order = false;      // the plain list of the witness's steps
  bool execution = false;  // events and witness, for renderers; the reads-from map must be known
};

TraceResult make_trace(const RecordedTrace& trace, const consistency::Result& result,
                       const TraceParts& parts);

}  // namespace overtake::report

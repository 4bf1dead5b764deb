// What `overtake consistency` found out about one recorded trace, as a part of a result document.
//
// To the verdict and its reason (consistency/render.h) come the events, and for consistent traces
// the witness as a `schedule` in the same shape as a counterexample of `overtake check`: so that
// every renderer of executions draws traces, too.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "consistency/consistency.h"
#include "trace/recorded_trace.h"

namespace overtake::report {

// `order`: with the plain list of the witness's steps. The trace's reads-from map must be known if
// the verdict is Consistent.
nlohmann::ordered_json trace_json(const RecordedTrace& trace, const consistency::Result& result,
                                  bool order);

}  // namespace overtake::report

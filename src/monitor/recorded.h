// Recorded SC executions: the online monitor on a trace from a file (docs/formats.md).
//
// The events are taken in the order of the trace's `run`, or of the file, if that is an SC run,
// else in the order of an SC witness. What a trace shows, a program has; but a trace without a
// violation says nothing of other executions.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/happens_before.h"
#include "monitor/monitor.h"
#include "trace/recorded_trace.h"

namespace overtake::monitor {

struct RecordedViolation {
  EventId delayed;
  EventId overtaking;
  // A run of the weak machine: the past of the event before the overtaking one, that event,
  // and the stores. Replayed; its trace has the cycle. Events are those of the recorded trace.
  Witness schedule;
  std::vector<memory::TraceEdge> cycle;  // nodes are events; it begins with the delayed store
};

struct RecordedResult {
  std::uint64_t events = 0;
  std::uint64_t violations = 0;          // pairs of events
  std::vector<RecordedViolation> shown;  // the first of them
};

// Throws InputError if the trace is not sequentially consistent, or has atomic blocks.
RecordedResult watch_recorded(RecordedTrace& trace, Model model, std::size_t max_shown);

}  // namespace overtake::monitor

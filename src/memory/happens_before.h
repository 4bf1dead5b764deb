// The happens-before relation of a replayed run, from the definition, and whether it has a cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/replay.h"

namespace overtake::memory {

// The happens-before relation of the run's trace (MONITOR, definition 3). Nodes are steps of the
// run; a buffered store is the step that issued it, an atomic section is its first step. Conflicts
// are edges between neighbours: each store to the next one, each read from its source and to the
// store after it, byte by byte. The order of arrivals at a barrier is no part of a trace.
enum class TraceEdgeKind : std::uint8_t {
  ProgramOrder,
  Synchronization,  // spawn, join, barriers, wake-ups
  ReadsFrom,
  StoreOrder,
  FromRead,
};
struct TraceEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  TraceEdgeKind kind = TraceEdgeKind::ProgramOrder;
};
std::vector<TraceEdge> happens_before(const Replay& run);

// Whether the trace of the run has no cycle, that is, whether it is the trace of an SC run as well
// (Shasha and Snir). All stores of the run must have reached memory.
bool is_sc_trace(const Replay& run);

}  // namespace overtake::memory

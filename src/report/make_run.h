// From replays to what documents hold: names, places and sentences for what a machine did.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "memory/happens_before.h"
#include "memory/replay.h"
#include "report/execution.h"
#include "report/slice.h"

namespace overtake::report {

// Every step of the replay, and its story; `full`: with every step.
Run make_run(const ir::Program& program, const memory::Replay& replay, bool full);

// An error that the replay ends in.
Finding make_finding(const ir::Program& program, const exec::Error& error,
                     const memory::Replay& replay, const std::optional<Race>& race, bool full);

// The store of step `delayed` is delayed past the access of step `overtaking`; `cycle` is the
// happens-before that SC does not allow, beginning with the store.
Violation make_violation(const ir::Program& program, const memory::Replay& replay,
                         std::uint32_t delayed, std::uint32_t overtaking,
                         std::span<const memory::TraceEdge> cycle);

EdgeKind edge_kind(memory::TraceEdgeKind kind);

// Why a step comes before the next one of a cycle, in words.
std::string_view because(EdgeKind kind);

}  // namespace overtake::report

// Cycles of happens-before, for reports.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/happens_before.h"

namespace overtake::monitor {

// A shortest path from `a` to `b` and one back; empty if there is no such cycle.
std::vector<memory::TraceEdge> cycle_through(const std::vector<memory::TraceEdge>& edges,
                                             std::size_t nodes, std::uint32_t a, std::uint32_t b);

// Whether there is a path.
bool reaches(const std::vector<memory::TraceEdge>& edges, std::size_t nodes, std::uint32_t from,
             std::uint32_t to);

}  // namespace overtake::monitor

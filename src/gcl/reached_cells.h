// How many cells a program needs whose file does not say: those that its addresses can reach.
//
// Addresses are expressions over registers, and registers hold what was read from memory, so the
// sets of values that each register can hold at each label, and each cell at any time, are grown
// until nothing changes. Of conditions only those are heeded that rule out a value of a register by
// itself; the order in which processes run is ignored. So the sets hold under every memory model;
// they may be too large, and a cell too many is never written.
#pragma once

#include <cstdint>

#include "gcl/ast.h"

namespace overtake::gcl {

inline constexpr std::int64_t kMostCells = 1 << 16;

// One more than the largest address. Values are wrapped to `value_bits` (0: they are not). Throws
// InputError for an address that may be anything.
std::int64_t reached_cells(const Program& program, std::uint32_t value_bits);

}  // namespace overtake::gcl

// Flattening (PERSIST section 10): for each process p an abstraction in which the other processes,
// after their first k steps, forget their conditions and everything that p cannot observe. If no
// abstraction has a pattern with p as its pivot, the program has none: it is persistent. A pattern
// of an abstraction may be spurious, so fences may be more than needed, never fewer.
//
// The paper keeps the writes to what p reads and turns everything else into skip. A write of a
// value that was computed from something read needs that value, so what it depends on is kept as
// well, and so on for what that reads: then every SC run of the program is, step by step, one of
// the abstraction.
#pragma once

#include <cstdint>

#include "gcl/ast.h"

namespace overtake::fences {

// The abstraction with respect to process `pivot`, whose own code (and the ids of its instructions)
// stays as it is.
gcl::Program flattened(const gcl::Program& program, std::size_t pivot, std::uint32_t k);

}  // namespace overtake::fences

// Clean-up that neither adds, drops, merges nor reorders what a thread does to memory or to other
// threads: the visible operations of the simplified program are the same, in the same order, with
// the same sources.
#pragma once

#include "ir/program.h"

namespace overtake::ir {

// Fresh memory holds zeroes, and values that were never set are zero, for engines that do not
// follow these and for programs that rely on it. The first pass.
void zero_memory(Program& program);

// All of the below, on every function.
void simplify(Program& program);

// Constants and copies are propagated (within blocks, and on into blocks that only the one before
// leads to), constant computations and branches folded.
void propagate(Function& function);

// Jumps to jumps are threaded; what cannot be reached, and jumps to the next instruction, are
// dropped.
void tidy_jumps(Function& function);

// Drops pure instructions whose results are not needed.
void drop_dead(Function& function);

// Renumbers registers so that those that are never live together share one: frames are what a copy
// of a thread costs.
void compact_registers(Function& function);

// Renumbers constants, arguments and switch tables by first use and drops the others.
void compact_pools(Function& function);

}  // namespace overtake::ir

// From guarded commands to the IR: each process is a function, main spawns them all and returns.
#pragma once

#include <utility>
#include <vector>

#include "gcl/ast.h"
#include "ir/program.h"

namespace overtake::gcl {

// Cells are globals of 8 bytes under their names (one global `memory` if addresses are computed).
//
// Choice: the instructions under a label are first filtered by what a process can judge without
// touching memory (the condition of an `assume`); among those left the process takes one by Choose,
// or without it if only one is left. If none is left the process stops there, as at a false
// assume. An `arw` is a compare-and-swap followed by an assume that it succeeded: the runs in which
// it waits are those in which it is scheduled later.
//
// A process that comes back to a label with the registers that it had there, and has only worked on
// its registers and fenced in between, has ended: it would iterate like that for ever, and no other
// process could tell.
//
// Fences that the language has no word for: the instructions of `store_fences`, each a process and
// a fence of it, become store-store fences. Every instruction has sources of its own, in an order
// that depends on nothing but the number of instructions and labels.
ir::Program lower(const Program& program,
                  const std::vector<std::pair<std::size_t, InstructionId>>& store_fences = {});

}  // namespace overtake::gcl

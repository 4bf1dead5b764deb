// Private variables in registers.
//
// The front end leaves a variable in memory if it is written as one type and read as another: what
// a compare-and-swap of a pointer expects and would store, for example. At the head of a loop such
// a variable is part of the thread's state although the round writes it before it reads it. As a
// register it is not: there only those count that are live (ir/mark_spins.h).
#pragma once

#include "ir/program.h"

namespace overtake::ir {

// Each private Alloca of 8 bytes of which all that happens is that whole words are loaded from it
// and stored to it becomes a register. After privatize.
void promote(Program& program);

}  // namespace overtake::ir

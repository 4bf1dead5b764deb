// One register for each value: undoes the sharing of registers.
#pragma once

#include "ir/program.h"

namespace overtake::seq {

// Gives every definition a register of its own, except where several definitions reach one use. In
// a formula the value of a register depends on all that was ever written to it, so sharing them,
// which is cheap for an interpreter, is dear for a solver. For code without cycles.
void split_registers(ir::Function& function);

}  // namespace overtake::seq

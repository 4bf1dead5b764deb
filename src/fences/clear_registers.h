// Registers that nothing reads any more are set to 0, so that states of a thread which differ only
// in what it has used up are one. Without this a thread of a ticket lock that waits for its next
// ticket remembers its last one: as many states as there are pairs of tickets, instead of tickets.
#pragma once

#include "ir/program.h"

namespace overtake::fences {

// The runs of the program, operation by operation, are the same.
ir::Program clear_registers(ir::Program program);

}  // namespace overtake::fences

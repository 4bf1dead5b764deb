// Which objects never leave their thread? Accesses to those are no events.
#pragma once

#include "ir/program.h"

namespace overtake::ir {

// Marks every Alloca (count = 1) and every thread-local global (private_) whose address provably is
// never known to another thread and, for an Alloca, never outlives its frame. Marks that are there
// already stay.
void privatize(Program& program);

}  // namespace overtake::ir

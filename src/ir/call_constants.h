// What the constants that a call hands over rule out in the function that is called.
#pragma once

#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace overtake::ir {

// By block of the callee: whether that call may get there. Registers are not shared yet.
std::vector<bool> reachable_blocks(const Function& caller, const Instruction& call,
                                   const Function& callee, const Cfg& cfg);

}  // namespace overtake::ir

// Which registers of a process matter: those that some way on from a label reads before it sets
// them.
#pragma once

#include <vector>

#include "gcl/ast.h"

namespace overtake::gcl {

// By label, by register.
std::vector<std::vector<bool>> live_registers(const Process& process);

}  // namespace overtake::gcl

// Functions that are called in ways the code does not show: the first of a thread, those whose
// address is somewhere.
#pragma once

#include <vector>

#include "ir/program.h"

namespace overtake::ir {

// By function. An address can come from nowhere but constants and the initial values of globals.
std::vector<bool> open_functions(const Program& program);

}  // namespace overtake::ir

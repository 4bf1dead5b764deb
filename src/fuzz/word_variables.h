// Which variables of a sketch are words of 8 bytes in the IR.
#pragma once

#include <vector>

#include "fuzz/sketch.h"

namespace overtake::fuzz {

// By variable of the thread or function: every other one, of which the upper 4 bytes are always 0.
// ir/promote makes registers of those whose address is not handed on. One that atomic operations,
// which are visible, are done on has 4 bytes: accesses of two sizes are explored with more care.
std::vector<bool> word_variables(const Block& block);

}  // namespace overtake::fuzz

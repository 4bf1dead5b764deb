// The text form of a Program: readable, and exact (ir/parse.h reads it back). docs/ir.md describes
// it.
#pragma once

#include <string>

#include "ir/program.h"

namespace overtake::ir {

std::string print(const Program& program);

// One instruction without its source, `%3 = add.32 %1, 5`; targets as L and their index.
std::string print(const Program& program, const Function& function, const Instruction& instruction);

}  // namespace overtake::ir

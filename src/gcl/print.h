// From guarded commands back to text.
#pragma once

#include <string>

#include "gcl/ast.h"

namespace overtake::gcl {

// parse_gcl(to_gcl(p), file) == p for every p that parse_gcl returned. Throws InputError for what
// .gcl cannot say: addresses that are computed, and locks.
std::string to_gcl(const Program& program);

// A transition file with the same behaviour. An `arw` becomes a locked read, check and write over
// auxiliary states (named `q.n`) and a register `arw`; an `assert` becomes a noop. Throws
// InputError for what the format cannot say: initial values other than 0, ranges, and the operators
// / % << >> | ^ ~.
std::string to_trencher(const Program& program);

// One instruction, for messages: "q0: x = 1; goto q1". Writes also what .gcl cannot say.
std::string to_text(const Instruction& instruction, const Process& process, const Program& program);

// One expression in .gcl syntax, with as few parentheses as possible.
std::string to_text(const Expr& expression, const Process& process);

}  // namespace overtake::gcl

// Reads the text form of a Program (docs/ir.md).
//
//     ir::Program p = ir::parse(text, "prog.ir");
//     ir::print(p)                                  // the same text again
#pragma once

#include <string>
#include <string_view>

#include "ir/program.h"

namespace overtake::ir {

// Throws InputError, "file:line:column: expected ..., found ...", also if what was read is not a
// well-formed program (ir/verify.h).
Program parse(std::string_view text, const std::string& file);

}  // namespace overtake::ir

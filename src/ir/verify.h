// Is this Program well-formed? Engines index registers, constants and targets unchecked: what a
// front end or a pass got wrong is found here, not there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace overtake::ir {

struct Fault {
  FunctionId function;  // none: not of a function's code
  std::uint32_t instruction = 0;
  std::string message;  // says where, too
};

std::vector<Fault> find_faults(const Program& program);

// One message per fault, "function 'f', instruction 3 (add): register %9 out of range"; none: the
// program is well-formed.
std::vector<std::string> verify(const Program& program);

// Throws InternalError with the first few messages.
void verify_or_throw(const Program& program);

}  // namespace overtake::ir

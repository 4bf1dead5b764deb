// P (+) F of PERSIST section 9: the program with a fence behind each instruction of F.
#pragma once

#include <utility>
#include <vector>

#include "gcl/ast.h"

namespace overtake::fences {

struct GclPlace {
  std::uint32_t process = 0;
  gcl::InstructionId instruction;
  friend auto operator<=>(const GclPlace&, const GclPlace&) = default;
};

// (q1: s; goto q2) becomes (q1: s; goto q'), (q': fence; goto q2) with a new label q'.
gcl::Program with_fences(gcl::Program program, const std::vector<GclPlace>& places);

}  // namespace overtake::fences

// P (+) F of PERSIST section 9: the program with a fence after each instruction of F, or at a
// state, before whatever comes next there.
#pragma once

#include <utility>
#include <vector>

#include "gcl/ast.h"

namespace overtake::fences {

struct GclPlace {
  std::uint32_t process = 0;
  gcl::InstructionId instruction;
  gcl::LabelId label = {};  // if valid: at this state
  friend auto operator<=>(const GclPlace&, const GclPlace&) = default;
};

// (q1: s; goto q2) becomes (q1: s; goto q'), (q': fence; goto q2) with a new label q'. At a state q
// the instructions of q move to a new label q', and (q: fence; goto q') is what is left there.
gcl::Program with_fences(gcl::Program program, const std::vector<GclPlace>& places);

}  // namespace overtake::fences

// A process that does the same to the others, with fewer states: reads and assignments of registers
// that nothing uses become skip, and labels from which the same can be done are one.
//
// Only an observer of the reads of the process itself can tell the difference, so this is for
// processes that a question is not about: the flat ones of fences/flatten.h.
#pragma once

#include "gcl/ast.h"

namespace overtake::fences {

gcl::Process simplified(gcl::Process process);

}  // namespace overtake::fences

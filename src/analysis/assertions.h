// Does a program say what must hold? Safety without assertions asks for little: memory errors,
// deadlocks and hangs.
#pragma once

#include "ir/program.h"

namespace overtake::analysis {

// Whether the user's code has an assertion, or a call that always fails (abort, reach_error).
bool has_assertions(const ir::Program& program);

}  // namespace overtake::analysis

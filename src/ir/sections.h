// Whether an atomic section may have to wait: for a lock, a thread, or in a loop. If none may, what
// a thread does by itself commutes with the sections of others.
#pragma once

#include "ir/program.h"

namespace overtake::ir {

// Follows the code from where a section begins to where it ends. What it cannot follow may wait.
bool sections_may_wait(const Program& program);

}  // namespace overtake::ir

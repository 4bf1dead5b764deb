// What a thread has done in this iteration of the innermost loop that it is in (ir/mark_spins.h).
#pragma once

#include "exec/thread.h"

namespace overtake::exec {

// Nothing visible but looks.
bool only_looked(const Thread& thread);

// Whether the thread spins in a loop in which it was then already, and is in the state in which it
// was at the loop's head before that.
bool spins_in_loop_of(const Thread& thread, const Thread& then);

}  // namespace overtake::exec

// What a thread has done in this iteration of the innermost loop that it is in (ir/mark_spins.h).
#pragma once

#include "exec/thread.h"

namespace overtake::exec {

// Nothing visible but looks.
bool only_looked(const Thread& thread);

// Whether the thread spins in a loop in which it was then already, and is in the state in which it
// was at the loop's head before that.
bool spins_in_loop_of(const Thread& thread, const Thread& then);

// Where it is in the code, and how deep in calls.
std::uint64_t position(const Thread& thread);

// Of a thread at the head of a loop: names the loop, the state that matters there, and how far the
// thread has come since: there may be fences.
std::uint64_t state_at_head(const Thread& thread);
// How many objects it had made when it came there.
std::uint32_t objects_at_head(const Thread& thread);

}  // namespace overtake::exec

// Calls that cannot throw need no landing pad.
#pragma once

#include "ir/program.h"

namespace overtake::ir {

// A compiler that sees one function at a time gives every call in a `noexcept` function, and every
// call with something to destroy, a landing pad. Where no unwinding ever comes out of the callee
// the pad is dropped, and code that only pads reach. So `std::this_thread::yield()`, which ends the
// program if an exception comes out of sched_yield, has no effect (ir/mark_idle.h).
void drop_unwinds(Program& program);

}  // namespace overtake::ir

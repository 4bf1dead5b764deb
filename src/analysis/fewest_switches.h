// The run with the fewest context switches among those that do the same.
//
// Two steps of different threads that do not touch the same memory may change places. What must
// keep its order is a partial order on the steps of a run (program order, a buffered store before
// it reaches memory, accesses of the same bytes of which one writes, starts and joins of threads),
// and all its linear extensions fail in the same way. A switch costs 1 and a step nothing, and a
// step that can be done disables no other one, so a thread that runs may as well run until it has
// to wait for another: only the thread that comes next is a choice. Breadth first over these
// choices, each set of done steps once, the first complete run has the fewest switches. Stores
// reach memory as soon as they may. Loads at the beginning of a statement then wait for the rest of
// it, if they may.
#pragma once

#include "memory/replay.h"

namespace overtake::analysis {

// The steps of `run` in another order, or in the same one if the search became too large. The
// caller replays it: the order is meant to be sufficient, and the machine is the judge of that.
memory::Schedule fewest_switches(const ir::Program& program, const memory::Replay& run);

}  // namespace overtake::analysis

// Is one run persistent? Straight from the definition (PERSIST section 6), on a run that the
// machine replayed: there is an SC run with the same program orders and the same store order.
//
// The store order says in which order the SC run writes, the program orders what each thread does
// before. A read may happen as soon as memory holds what it has to obtain, and nothing is gained by
// waiting, so the SC run is built greedily: all reads that are possible, then the next write. An
// atomic section is done at once: when all that it reads is there, and its writes are next.
#pragma once

#include "memory/replay.h"

namespace overtake::fences {

// Every store of the run must have reached memory (a complete run).
bool is_persistent_run(const memory::Replay& run);

}  // namespace overtake::fences

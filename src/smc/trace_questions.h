// The classes of one replayed run by values, from the definitions.
#pragma once

#include "memory/replay.h"
#include "smc/classes.h"

namespace overtake::smc {

// The RVF class (RVF §3): the events, the value of each, and the causal order of the reads, where
// causality is program order and reads-from.
ClassName rvf_class(const memory::Replay& run);

// The events and the value of each: what every thread has seen. Coarser than the RVF class.
ClassName value_class(const memory::Replay& run);

}  // namespace overtake::smc

// What the oracle says of one replayed run, from the definitions.
#pragma once

#include "memory/replay.h"
#include "smc/classes.h"

namespace overtake::smc {

// Whether the trace of the run (program order, reads-from, store order, from-reads) has no cycle,
// that is, whether it is the trace of an SC run as well (Shasha and Snir).
bool is_sc_trace(const memory::Replay& run);

// The RVF class (RVF §3): the events, the value of each, and the causal order of the reads, where
// causality is program order and reads-from.
ClassName rvf_class(const memory::Replay& run);

}  // namespace overtake::smc

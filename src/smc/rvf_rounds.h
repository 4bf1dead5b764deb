// Rounds of a barrier with more threads than its count, in careful explorations.
//
// Which round an arrival belongs to is what is told apart, and arrivals in one round commute. An
// arrival is taken up as a read is. After the events of a node N there is one round that it can
// belong to, the first that is not full: the rounds of the arrivals in N are settled. If it belongs
// to that round in a run, then it can come next after N: what is left of the run without the rest
// has no more arrivals in that round. Else others have filled the round: its causal map forbids the
// round that it had at N. A thread that arrives, or is about to, signals to arrivals. Those of a
// round come after all of the round before.
#pragma once

#include "smc/current_execution.h"

namespace overtake::smc {

// Whether the next operation of t is an arrival whose round is told apart.
inline bool arrives(const CurrentExecution& execution, ThreadId t) {
  return execution.rules().careful && execution.thread(t).ready() &&
         is_arrival(execution.thread(t).next());
}

// Whether t, which is about to arrive, would belong to the round that it had after the first
// `length` events.
bool has_round_of(CurrentExecution& execution, ThreadId t, std::uint32_t length);

// What arrivals add up to is known only if the barrier was initialized as a whole; else throws
// NeedsExhaustive.
void demand_whole_barrier(const CurrentExecution& execution, const exec::Op& op,
                          std::uint32_t location);

}  // namespace overtake::smc

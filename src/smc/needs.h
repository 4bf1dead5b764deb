// What an exploration throws when it meets a construct that it leaves to another one.
#pragma once

#include "ir/program.h"

namespace overtake::smc {

// A construct that the exploration cannot decide exactly and another one can: overlapping accesses
// of different sizes, atomic sections, waiting for a value.
struct NeedsExhaustive {
  const char* construct;
  ir::SourceId source = {};
  bool merge_states = false;  // there are many executions: a verdict is worth
                              // more than their number
  bool careful = false;       // a careful exploration by causal maps can decide it
                              // (ExecutionRules::careful)
  bool attempts = false;      // so can one in which no attempt is left out (put_backs.h)
  bool turns = false;         // so can one that leaves rounds of turns out (quiet_rounds.h)
};

// A thread waits in a loop, in an RF exploration: exploration by causal maps can decide that.
struct NeedsCausalMaps {};

}  // namespace overtake::smc

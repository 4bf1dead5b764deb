// What a thread does next, as far as other threads and the exploration are concerned.
//
// Every operation that reads is a read here: loads, atomic operations, and operations that wait,
// such as taking a lock, for the values with which they need not wait.
#pragma once

#include "smc/rvf_node.h"
#include "smc/rvf_sections.h"
#include "smc/rvf_turns.h"

namespace overtake::smc {

class RvfNext {
 public:
  RvfNext(CurrentExecution& execution, RvfSections& sections, RvfTurns& turns)
      : execution_(execution), sections_(sections), turns_(turns) {}

  // At the end of τ. Throws NeedsExhaustive if that is left to another exploration.
  RvfPending of(ThreadId t);

 private:
  CurrentExecution& execution_;
  RvfSections& sections_;
  RvfTurns& turns_;
};

}  // namespace overtake::smc

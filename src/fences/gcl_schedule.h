// From a run of the automata of guarded commands to a schedule of the machine that runs their
// lowering (gcl/lower.h): every witness is replayed there before it is believed.
#pragma once

#include <vector>

#include "explicit/gcl_automata.h"
#include "explicit/search.h"
#include "memory/schedule.h"

namespace overtake::fences {

// `search` is one over `automata`, under the model of the run.
memory::Schedule gcl_schedule(const explicit_state::GclAutomata& automata,
                              const explicit_state::Search& search,
                              const std::vector<explicit_state::Step>& run, Model model);

}  // namespace overtake::fences

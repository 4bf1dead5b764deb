// The judge of witnesses: replays a Witness on the store-buffer machine of a model.
#pragma once

#include <string>

#include "trace/execution.h"

namespace overtake {

// Empty if `witness` is a run of the machine that executes every event of `execution` exactly once
// (and, under TSO / PSO, every memory-write of a buffered write), respects program order, order
// edges and glued blocks, and in which every read obtains the write that `execution.reads_from`
// names. Otherwise what is wrong. Shares no code with the algorithms whose answers it judges.
std::string replay_witness(const Execution& execution, Model model, const Witness& witness);

}  // namespace overtake

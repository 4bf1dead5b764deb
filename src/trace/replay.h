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

// The same, but every read obtains one of its good writes; `execution.reads_from` is ignored.
std::string replay_witness(const Execution& execution, const GoodWrites& good_writes, Model model,
                           const Witness& witness);

// What every read of a run obtains, by EventId (kInitialWrite for the initial value and for what
// does not read). `error` is empty if `witness` is a run as described above, reads-from aside.
struct Replay {
  std::string error;
  std::vector<EventId> obtained;
};
Replay replay(const Execution& execution, Model model, const Witness& witness);

}  // namespace overtake

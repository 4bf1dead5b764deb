// All runs of a client on the machine, one by one, with their histories. Slow and plain: for what
// reads-from exploration does not know, and what it is compared with.
//
// A run is a sequence of the machine's steps with the calls and returns between them. A return
// takes place as soon as it can: that only adds to what has ended. A call is a step of its own, at
// any time between two events of its thread. Runs are merged where the machine is in the same state
// and the history so far is the same.
#pragma once

#include "linearize/explore.h"

namespace overtake::linearize {

ClientResult explore_runs(const ir::Program& program, const Declaration& declaration,
                          const Client& client, Explanations& explanations,
                          const ClientOptions& options);

}  // namespace overtake::linearize

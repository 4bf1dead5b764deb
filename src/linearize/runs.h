// All runs of a client on the machine, with their histories: for what reads-from exploration does
// not know, for clients that have many more classes than states, and what classes are compared
// with.
//
// A run is a sequence of the machine's steps with the calls and returns between them. A return
// takes place as soon as it can, and a call as late as it can, right before the first step of its
// operation: both only add to what has ended before something begins, and a history that has more
// of it rules out more orders. Only the call of an operation without a step is a step of its own,
// at any time between two events of its thread. Runs are merged where the machine is in the same
// state and the history so far is the same.
#pragma once

#include "linearize/explore.h"

namespace overtake::linearize {

ClientResult explore_runs(const ClientTask& task);

}  // namespace overtake::linearize

// Fences for a data structure: the fewest with which `linearize` finds nothing any more.
//
// A run that violates the criterion, or has an error, is one that some fence has to prevent, and
// names the places of those that would (fences/prevention.h). A cheapest set of fences that hits
// all runs known so far goes into the program, and all clients are explored again, until none
// fails. Every set that is sufficient hits all of these runs, so the last one is a cheapest.
//
// A fence also prevents a history: if a store is in the buffer when its operation returns, a fence
// after it makes the operation end later. So returns count as something that threads do.
#pragma once

#include "analysis/fences.h"

namespace overtake::analysis {

// Whether the first file declares a structure (OVERTAKE_LINEARIZABLE, or one client of it).
bool declares_structure(const Program& program);

// All clients within the bounds of the options.
report::FencesDocument repair_structure(const FencesOptions& options, const Control& control);

}  // namespace overtake::analysis

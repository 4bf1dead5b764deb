// The patterns of fences/persistence.h on abstractions (fences/flatten.h), with free moves
// (explicit/free_moves.h): the same sets of fences as by find_patterns, from fewer states.
//
// In an abstraction with n flat processes, each in one of m places, there are m^n combinations for
// every state of the pivot, though the pivot sees one cell at a time. Here one state stands for all
// combinations of places that the flat processes get to freely. What a process finds in a cell of a
// flat process is whatever it holds in any of these places. In pi3 memory stands still, so what the
// pivot has found in a cell narrows the places where its owner can be from then on; owners move
// independently of each other, so that is all there is to remember.
#pragma once

#include <vector>

#include "explicit/gcl_automata.h"
#include "explicit/search.h"

namespace overtake::fences {

struct FlatPatterns {
  explicit_state::Result search;
  std::vector<std::vector<explicit_state::PositionId>> new_fences;  // each minimal NewFences
};

// Only patterns whose pivot runs the code of `pivot`. Of the options, `stop`,
// `progress` and `max_states`.
FlatPatterns find_flat_patterns(explicit_state::GclAutomata& automata, ThreadId pivot,
                                const explicit_state::Options& options);

}  // namespace overtake::fences

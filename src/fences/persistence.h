// Persistence (PERSIST sections 6 and 7): does the program have the same program orders and store
// orders under TSO as under SC? It does not if and only if it has a run of type (*) under SC
// (theorem 1): pi1, then a write e1 of the pivot to y, then pi3, in which only the pivot acts, and
// only reads and works locally, then a write e2 of another process, the fringe, to some x other
// than y; where the pivot could instead have done a read e of x (the complementary event) that
// obtains another value than e2 writes. An atomic read-write serves as e2, too, and so does an
// atomic section, as one event that writes several variables, of which x is one: what counts is
// what x holds at its end. What a section writes is never e1, and no section is in pi3, for both
// wait for empty buffers.
//
// The paper asks an SC model checker about a transformed program, once for each set of fences that
// it tries. But fences do nothing under SC: the SC states are the same for all sets of fences, and
// a fence at a place on the way from e1 to e is all that can prevent the pattern. So one pass over
// the SC states finds the patterns of the program and of the program with any fences: a set of
// fences is sufficient if it hits NewFences of every pattern (PERSIST section 9). In each state the
// pattern is looked for as it is written: for each enabled write as e1, pi3 is walked with the
// memory as it is then, and the writes that others could do in this state are the candidates for
// e2.
#pragma once

#include <vector>

#include "explicit/search.h"

namespace overtake::fences {

// A run of type (*).
struct Pattern {
  explicit_state::StateIndex after_pi1 = explicit_state::kNoState;
  ThreadId pivot;
  ThreadId fringe;
  std::vector<explicit_state::Step> pivot_steps;   // e1, pi3, e
  std::vector<explicit_state::Step> fringe_steps;  // e2: more than one if it is an atomic section
  // NewFences: the places after e1 and the steps of pi3, sorted.
  std::vector<explicit_state::PositionId> new_fences;
};

struct Patterns {
  explicit_state::Result search;  // not finished, too, if some pi3 has no end
  // One for each minimal NewFences.
  std::vector<Pattern> patterns;
};

// `search` must be one under SC; it keeps the states, for `witness`. With `pivot`: only patterns
// whose pivot runs the code of that thread.
Patterns find_patterns(explicit_state::Search& search, ThreadId pivot = ThreadId::none());

// Witness(pi) = pi1 e1 pi3 e e2 u2 u1, the fragile run under TSO. `tso` is a search over the same
// automata that was never run.
struct Witness {
  std::vector<explicit_state::Step> steps;
  std::size_t e1 = 0, e = 0, e2 = 0;  // indices in `steps`
};
Witness witness(const explicit_state::Search& sc, const explicit_state::Search& tso,
                const Pattern& pattern);

}  // namespace overtake::fences

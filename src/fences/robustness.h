// Robustness against TSO: has every run the trace (program order, reads-from, order of the stores
// to each cell) of a run under SC? That is, does no run have a happens-before cycle?
//
// By attacks (Bouajjani, Derevenetc and Meyer, "Checking and Enforcing Robustness against TSO"): a
// program is not robust if and only if it has a run in which only one thread, the attacker, delays
// stores: it issues a store st to y, continues alone without st reaching memory, and reads some x
// from memory (ld); then the other threads, the helpers, do things under SC that all happen after
// ld (the first writes x), until one of them accesses y; then st reaches memory. So ld happens
// before st and stands after it in program order: a cycle. An atomic section of a helper is one
// step: all of it happens after ld if any access of it does.
//
// As for persistence, everything but the attacker's way from st to ld is SC, so one pass over the
// SC states finds all attacks on the program with any fences; a fence on that way prevents the
// attack.
#pragma once

#include <vector>

#include "explicit/search.h"

namespace overtake::fences {

struct Attack {
  explicit_state::StateIndex from = explicit_state::kNoState;
  ThreadId attacker;
  std::vector<explicit_state::Step> attacker_steps;  // st, ..., ld
  std::vector<explicit_state::Step> helper_steps;    // under SC
  std::vector<explicit_state::PositionId> fences;    // where one would prevent it; sorted
};

struct Attacks {
  explicit_state::Result search;
  std::vector<Attack> attacks;  // one for each minimal set of places
};

// `sc` must be a search under SC without symmetry.
Attacks find_attacks(explicit_state::Search& sc);

// The run under TSO. `tso` is a search over the same automata that was never run.
struct AttackRun {
  std::vector<explicit_state::Step> steps;
  std::size_t first = 0;  // st, in `steps`
};
AttackRun attack_run(const explicit_state::Search& sc, const explicit_state::Search& tso,
                     const Attack& attack);

}  // namespace overtake::fences

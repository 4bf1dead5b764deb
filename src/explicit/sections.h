// An atomic section as one step: what can come of it, from a state on.
//
// While a thread is in a section (lock ... unlock, __VERIFIER_atomic_begin ... end) no other thread
// does anything, no buffer is emptied, and what the thread writes is in memory at once. So for
// all other threads a section is one operation that reads and writes several cells: a generalized
// atomic read-write.
#pragma once

#include <vector>

#include "explicit/search.h"

namespace overtake::explicit_state {

struct Section {
  std::vector<Step> steps;     // from AtomicBegin on
  State after;                 // no thread is in a section
  std::vector<CellId> reads;   // that it read, sorted
  std::vector<CellId> writes;  // that it wrote, sorted
};

// Every way through the section that the action of thread `t` begins (an AtomicBegin), under SC. A
// section that never ends has none. `search` is one under SC. Throws InputError if a section has
// too many states.
std::vector<Section> sections(const Search& search, const State& state, ThreadId t,
                              std::uint32_t action);

}  // namespace overtake::explicit_state

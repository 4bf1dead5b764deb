#include "smc/rvf_rounds.h"

#include <algorithm>

#include "smc/needs.h"

namespace overtake::smc {

bool has_round_of(CurrentExecution& execution, ThreadId t, std::uint32_t length) {
  const exec::Op& op = execution.thread(t).next();
  const std::uint32_t location = execution.resolve_next(t).location;
  return execution.wakeups().round_at(op, location, length) ==
         execution.wakeups().round_at(op, location, execution.trace().size());
}

void demand_whole_barrier(const CurrentExecution& execution, const exec::Op& op,
                          std::uint32_t location) {
  const Trace& trace = execution.trace();
  for (const std::uint32_t id : execution.locations().overlapping(location)) {
    if (id == location) continue;
    for (const Position w : trace.writes_on(id))
      if (std::ranges::none_of(trace.writes_on(location),
                               [&](Position whole) { return trace.before(w, whole); }))
        throw NeedsExhaustive{"a barrier that is written in parts", op.source};
  }
}

}  // namespace overtake::smc

#include "analysis/statistics.h"

#include <utility>

namespace overtake::analysis {

report::Statistics statistics_of(const smc::Statistics& s) {
  return {.events = s.events,
          .planned_peak = s.planned_peak,
          .mutations = s.mutations,
          .known = s.known,
          .unrealizable_at_a_glance = s.taken + s.by_inspection,
          .by_order = s.by_order,
          .by_short_search = s.by_greedy,
          .by_closure = s.by_closure,
          .by_search = s.by_search,
          .closure_edges = s.closure_edges,
          .search_states = s.search_states,
          .transfers = s.transfers,
          .bytes_moved = s.bytes_moved,
          .claims = s.claims,
          .idle_seconds = s.idle_seconds,
          .executing_seconds = s.executing_seconds,
          .mutating_seconds = s.mutating_seconds,
          .verifying_seconds = s.verifying_seconds};
}

report::Executions executions_of(const smc::CheckResult::Executions& e) {
  return {e.complete, e.blocked, e.bounded, e.redundant};
}

void add_symmetry(const smc::CheckResult& result, report::CheckDocument& document) {
  if (!result.symmetry.used) return;
  const auto& visited = result.visited;
  document.symmetry = {visited.complete + visited.blocked + visited.bounded,
                       result.symmetry.counted};
  if (result.symmetry.counted)
    std::swap(document.symmetry->redundant, document.executions.redundant);
}

}  // namespace overtake::analysis

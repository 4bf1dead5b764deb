// Use after free. Which of an access and a free comes first is no matter of values, and one run of
// an execution may have them in this order and another one in that. So accesses go on as if objects
// lived for ever, and when the execution is complete, the consistency library is asked for a run in
// which the free comes first: up to there it is a run of the program, and the access the error.
// Only pairs that causality leaves open need that.
#include <algorithm>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

exec::Error RvfExplorer::lifetime_error(Position p, SlotId object, bool twice) const {
  const exec::ObjectKind of =
      execution_.thread(owner(object)).objects()[number_in_thread(object)].kind;
  const ir::ErrorKind kind = twice ? ir::ErrorKind::DoubleFree : exec::dead_object_error(of);
  return {kind, execution_.op_of(p).source, 0, execution_.op_of(p).address};
}

RvfExplorer::Violation RvfExplorer::first_violation(const StepOrder& order) const {
  std::vector<SlotId> dead;  // sorted
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i].memory_write()) continue;
    const Position p = order[i].position();
    const SlotId object = execution_.accessed(p);
    if (std::ranges::binary_search(dead, object)) return {i + 1, p, object, false};
    const auto end = std::ranges::lower_bound(ended_, p, {}, &std::pair<SlotId, Position>::second);
    if (end == ended_.end() || end->second != p) continue;
    const auto at = std::ranges::lower_bound(dead, end->first);
    if (at != dead.end() && *at == end->first) return {i + 1, p, end->first, true};
    dead.insert(at, end->first);
  }
  return {};
}

void RvfExplorer::report_violation(const StepOrder& order, const Violation& v) {
  report(lifetime_error(v.at, v.object, v.twice), trace_[v.at].thread,
         execution_.schedule_of(std::span(order).first(v.steps)));
}

bool RvfExplorer::order_with(std::span<const std::pair<Position, Position>> edges,
                             StepOrder& order) {
  const std::size_t size = instance_.order.size();
  for (const auto& [from, to] : edges) instance_.order.emplace_back(EventId{from}, EventId{to});
  const bool found = ask(sigma_, {}, order);
  instance_.order.resize(size);
  return found;
}

// False: every access of this execution that could be judged comes too late in every run of it, so
// that its other errors are none.
bool RvfExplorer::judge_lifetimes() {
  if (ended_.empty()) return true;
  std::vector<std::pair<Position, Position>> access_first;
  StepOrder order;
  for (const auto& [object, f, p] : execution_.life_races()) {
    access_first.emplace_back(p, f);
    const std::pair<Position, Position> free_first{f, p};
    if (stop_ ||
        errors_.count_again(lifetime_error(p, object, false), execution_.thread(trace_[p].thread)))
      continue;
    if (order_with({&free_first, 1}, order)) report_violation(order, first_violation(order));
  }
  const Violation violation = first_violation(sigma_);
  if (violation.steps == 0) return true;
  report_violation(sigma_, violation);
  if (!order_with(access_first, order) || first_violation(order).steps != 0) return false;
  sigma_ = std::move(order);
  return true;
}

}  // namespace overtake::smc

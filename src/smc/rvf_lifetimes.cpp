#include "smc/rvf_lifetimes.h"

#include <algorithm>

namespace overtake::smc {

exec::Error RvfLifetimes::error(Position p, SlotId object, bool twice) const {
  const exec::ObjectKind of =
      execution_.thread(owner(object)).objects()[number_in_thread(object)].kind;
  const ir::ErrorKind kind = twice ? ir::ErrorKind::DoubleFree : exec::dead_object_error(of);
  return {kind, execution_.op_of(p).source, 0, execution_.op_of(p).address};
}

RvfLifetimes::Violation RvfLifetimes::first_violation(const StepOrder& order) const {
  std::vector<SlotId> dead;  // sorted
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i].memory_write()) continue;
    const Position p = order[i].position();
    const SlotId object = execution_.lifetimes().accessed(p);
    if (std::ranges::binary_search(dead, object)) return {i + 1, p, object, false};
    const auto end = std::ranges::lower_bound(ended_, p, {}, &std::pair<SlotId, Position>::second);
    if (end == ended_.end() || end->second != p) continue;
    const auto at = std::ranges::lower_bound(dead, end->first);
    if (at != dead.end() && *at == end->first) return {i + 1, p, end->first, true};
    dead.insert(at, end->first);
  }
  return {};
}

void RvfLifetimes::report(const StepOrder& order, const Violation& v) {
  endings_.report(error(v.at, v.object, v.twice), trace_[v.at].thread,
                  execution_.schedule_of(std::span(order).first(v.steps)));
}

void RvfLifetimes::judge_after_free(Position p, SlotId object, bool twice, Position free) {
  if (endings_.errors().count_again(error(p, object, twice), execution_.thread(trace_[p].thread)))
    return;
  const RvfRuns::Edge free_first{free, p};
  if (runs_.find_with({&free_first, 1}, order_)) report(order_, first_violation(order_));
}

bool RvfLifetimes::judge() {
  if (ended_.empty()) return true;
  std::vector<RvfRuns::Edge> access_first;
  for (const auto& [object, f, p] : execution_.lifetimes().races()) {
    access_first.emplace_back(p, f);
    if (!progress_.stopped()) judge_after_free(p, object, false, f);
  }
  const Violation violation = first_violation(execution_.sigma);
  if (violation.steps == 0) return true;
  report(execution_.sigma, violation);
  if (!runs_.find_with(access_first, order_) || first_violation(order_).steps != 0) return false;
  execution_.sigma = order_;
  return true;
}

bool RvfLifetimes::judge_waiting() {
  bool found = false;
  for (std::size_t i = 0; !ended_.empty() && i < execution_.threads().size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t) || !execution_.thread(t).ready()) continue;
    const exec::Op& op = execution_.thread(t).next();
    if (op.kind != exec::OpKind::Sync || exec::only_waits(op) || execution_.wakeups().let_go(t, op))
      continue;
    const exec::Resolution at = execution_.object_at(op.address, op.size);
    if (std::ranges::find(ended_, at.slot, &std::pair<SlotId, Position>::first) == ended_.end())
      continue;
    memory::Schedule schedule = execution_.schedule_of(execution_.sigma);
    schedule.push_back({t, false, 0, 0});
    endings_.report({exec::dead_object_error(at.kind), op.source, 0, op.address}, t,
                    std::move(schedule));
    found = true;
  }
  return found;
}

}  // namespace overtake::smc

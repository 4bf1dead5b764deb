#include "smc/execution_races.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace overtake::smc {

void ExecutionRaces::check(const Arrange& arrange) {
  events_.clear();
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    const bool access = !e.failed;
    events_.push_back({.op = &execution_.op_of(p),
                       .thread = e.thread,
                       .predecessor = e.predecessor,
                       .source = e.reads() ? e.source : kInitial,
                       .reads = access && e.reads(),
                       .writes = access && e.writes(),
                       .section = e.glued,
                       .torn = {}});
    if (!execution_.rules().careful || !e.reads()) continue;
    for (const consistency::ReadPart& part : bound_->parts()[p])
      if (const EventId w = part.good.front(); w != kInitialWrite)
        events_.back().torn.push_back(w.value);
  }
  // Not every order of causality is one of happens-before.
  std::vector<std::pair<Position, Position>> edges;
  std::ranges::copy_if(trace_.edges(), std::back_inserter(edges), [&](const auto& edge) {
    const exec::Op& op = execution_.op_of(edge.second);
    return op.kind == exec::OpKind::Join || exec::only_waits(op);
  });
  finder_.find(events_, edges, execution_.threads().size(),
               [&](std::uint32_t a, std::uint32_t b) { report(a, b, arrange); });
}

void ExecutionRaces::report(Position a, Position b, const Arrange& arrange) {
  const ir::SourceId first = execution_.op_of(a).source;
  const ir::SourceId second = execution_.op_of(b).source;
  if (progress_.stopped() || std::ranges::any_of(result_.races, [&](const FoundRace& r) {
        return (r.first.source == first && r.second.source == second) ||
               (r.first.source == second && r.second.source == first);
      }))
    return;
  if (arrange && !arrange(a, b)) return;
  FoundRace race{.first = {trace_[a].thread, first},
                 .second = {trace_[b].thread, second},
                 .names = execution_.names()};
  StepOrder order;
  const auto note = [&](Position p) {
    (p == a ? race.first : race.second).step = static_cast<std::uint32_t>(order.size());
    order.push_back(RunStep(p));
  };
  // The first comes right before the second, unless the second depends on it. An operation that
  // waits for a value finds it only where it is.
  const auto may_wait = [&](Position p) {
    return is_await(execution_.op_of(p)) || may_block(execution_.op_of(p));
  };
  // Nothing comes between the events of an atomic section, so neither an access in one nor what is
  // there between it and the other access can be moved: the run itself shows the two.
  const bool whole = trace_[a].glued || trace_[b].glued;
  const bool stay = whole || may_wait(a) || may_wait(b);
  const bool late = !stay && !trace_.before(a, b);
  bool one = false;
  for (const RunStep step : execution_.sigma) {
    const Position p = step.position();
    if (!whole && !trace_.before(p, a) && !trace_.before(p, b)) continue;
    if ((!stay && p == b) || (late && p == a)) continue;
    if (step != RunStep(a) && step != RunStep(b)) {
      order.push_back(step);
      continue;
    }
    note(p);
    if (stay && std::exchange(one, true)) break;
  }
  if (late) note(a);
  if (!stay) note(b);
  if (race.first.step > race.second.step) std::swap(race.first, race.second);
  race.schedule = execution_.schedule_of(order);
  result_.races.push_back(std::move(race));
  if (!options_.all_errors) progress_.stop(Limit::FirstError);
}

}  // namespace overtake::smc

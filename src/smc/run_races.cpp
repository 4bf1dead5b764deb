// Data races of the current execution (races.h). The counterexample is the causal past of the two
// accesses, in the order of the witness: closed under causes, so it is a run.
#include <algorithm>
#include <iterator>
#include <utility>

#include "smc/run.h"

namespace overtake::smc {

void Run::check_races() {
  race_events_.clear();
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    const bool access = !e.failed;
    race_events_.push_back({.op = &execution_.op_of(p),
                            .thread = e.thread,
                            .predecessor = e.predecessor,
                            .source = e.reads() ? e.source : kInitial,
                            .reads = access && e.reads(),
                            .writes = access && e.writes(),
                            .section = e.glued,
                            .torn = {}});
    if (!careful_ || !e.reads()) continue;
    for (const consistency::ReadPart& part : parts_[p])
      if (const EventId w = part.good.front(); w != kInitialWrite)
        race_events_.back().torn.push_back(w.value);
  }
  // Not every order of causality is one of happens-before.
  std::vector<std::pair<Position, Position>> edges;
  std::ranges::copy_if(trace_.edges(), std::back_inserter(edges), [&](const auto& edge) {
    const exec::Op& op = execution_.op_of(edge.second);
    return op.kind == exec::OpKind::Join || exec::only_waits(op);
  });
  race_finder_.find(race_events_, edges, threads_.size(), [&](std::uint32_t a, std::uint32_t b) {
    const ir::SourceId first = execution_.op_of(a).source;
    const ir::SourceId second = execution_.op_of(b).source;
    if (stop_ || std::ranges::any_of(result_.races, [&](const FoundRace& r) {
          return (r.first.source == first && r.second.source == second) ||
                 (r.first.source == second && r.second.source == first);
        }))
      return;
    FoundRace race{
        .first = {trace_[a].thread, first}, .second = {trace_[b].thread, second}, .names = names_};
    StepOrder order;
    const auto note = [&](Position p) {
      (p == a ? race.first : race.second).step = static_cast<std::uint32_t>(order.size());
      order.push_back(RunStep(p));
    };
    // The first comes right before the second, unless the second depends on it. Who waits for a
    // value finds it only where it is.
    const auto may_wait = [&](Position p) {
      return is_await(execution_.op_of(p)) || may_block(execution_.op_of(p));
    };
    const bool stay = may_wait(a) || may_wait(b);
    const bool late = !stay && !trace_.before(a, b);
    bool one = false;
    for (const RunStep step : sigma_) {
      const Position p = step.position();
      if (!trace_.before(p, a) && !trace_.before(p, b)) continue;
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
    if (!options_.all_errors) {
      stop_ = true;
      result_.unfinished = {Limit::FirstError};
    }
  });
}

}  // namespace overtake::smc

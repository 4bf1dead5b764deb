// Data races of the current execution (races.h). The counterexample is the causal past of the two
// accesses, in the order of the witness: closed under causes, so it is a run.
#include <algorithm>

#include "smc/run.h"

namespace overtake::smc {

void Run::check_races() {
  race_events_.clear();
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    const bool access = !e.failed;
    race_events_.push_back({.op = &op_of(p),
                            .thread = e.thread,
                            .predecessor = e.predecessor,
                            .source = e.reads() ? e.source : kInitial,
                            .reads = access && e.reads(),
                            .writes = access && e.writes(),
                            .torn = {}});
    if (!careful_ || !e.reads()) continue;
    for (const consistency::ReadPart& part : parts_[p])
      if (const EventId w = part.good.front(); w != kInitialWrite)
        race_events_.back().torn.push_back(w.value);
  }
  race_finder_.find(
      race_events_, trace_.edges(), threads_.size(), [&](std::uint32_t a, std::uint32_t b) {
        const ir::SourceId first = op_of(a).source;
        const ir::SourceId second = op_of(b).source;
        if (stop_ || std::ranges::any_of(result_.races, [&](const FoundRace& r) {
              return (r.first.source == first && r.second.source == second) ||
                     (r.first.source == second && r.second.source == first);
            }))
          return;
        FoundRace race{.first = {trace_[a].thread, first},
                       .second = {trace_[b].thread, second},
                       .names = names_};
        // The first comes right before the second, unless the second depends on it.
        const bool late = !trace_.before(a, b);
        StepOrder order;
        for (const RunStep step : sigma_) {
          const Position p = step.position();
          if (p == b || (late && p == a) || !(trace_.before(p, a) || trace_.before(p, b))) continue;
          if (step == RunStep(a)) race.first.step = static_cast<std::uint32_t>(order.size());
          order.push_back(step);
        }
        if (late) {
          race.first.step = static_cast<std::uint32_t>(order.size());
          order.push_back(RunStep(a));
        }
        race.second.step = static_cast<std::uint32_t>(order.size());
        order.push_back(RunStep(b));
        race.schedule = schedule_of(order);
        result_.races.push_back(std::move(race));
        if (!options_.all_errors) {
          stop_ = true;
          result_.unfinished = {Limit::FirstError};
        }
      });
}

}  // namespace overtake::smc

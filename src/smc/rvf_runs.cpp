#include "smc/rvf_runs.h"

#include "base/stopwatch.h"

namespace overtake::smc {

bool RvfRuns::find(const StepOrder& hint, std::span<const Position> at_the_end, StepOrder& order) {
  const Stopwatch watch(options_.time_split, statistics_.verifying_seconds);
  const bool found = ask(hint, at_the_end, order);
  progress_.note_verdict(verifier_.statistics());
  return found;
}

bool RvfRuns::find_with(std::span<const Edge> edges, StepOrder& order) {
  const std::size_t size = instance_.order().size();
  for (const auto& [from, to] : edges) instance_.order().emplace_back(EventId{from}, EventId{to});
  const bool found = ask(execution_.sigma, {}, order);
  instance_.order().resize(size);
  return found;
}

bool RvfRuns::ask(const StepOrder& hint, std::span<const Position> at_the_end, StepOrder& order) {
  consistency::Options options;
  options.reason = false;
  if (!options_.rvf.closure) {
    options.algorithm = consistency::Algorithm::Search;
    options.closure = false;
  }
  hint_.clear();
  if (options_.rvf.guidance) {
    for (const RunStep step : hint)
      hint_.push_back({EventId{step.position()}, step.memory_write()});
    for (Position p : at_the_end) hint_.push_back({EventId{p}, false});
  }
  if (execution_.rules().careful) {
    if (!overlaps_.realizable(instance_.events(), cells_.extents(), instance_.parts(),
                              options_.model.base, &hint_))
      return false;
    order.clear();
    for (const WitnessStep& s : overlaps_.witness()) order.push_back(RunStep(s));
    return true;
  }
  const consistency::Verdict verdict = verifier_.verify(instance_.events(), instance_.good_writes(),
                                                        options_.model.base, options, &hint_);
  if (verdict != consistency::Verdict::Consistent) return false;
  order.clear();
  for (const WitnessStep& s : verifier_.witness()) order.push_back(RunStep(s));
  return true;
}

}  // namespace overtake::smc

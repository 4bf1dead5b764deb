#include "analysis/check_reasons.h"

#include <algorithm>
#include <cmath>

#include "analysis/frame.h"
#include "report/places.h"

namespace overtake::analysis {
namespace {

using report::Why;

// The loops that were cut off, as the user knows them.
std::vector<std::string> loops_cut_off(const Explored& e) {
  std::vector<std::string> loops;
  for (const ir::SourceId loop : e.result.bounded_loops)
    loops.push_back(report::shown_place(e.prepared.program, loop).text());
  return loops;
}

void add_why_unfinished(const Explored& e, std::vector<report::Reason>& reasons) {
  const smc::CheckResult& result = e.result;
  reasons.push_back(e.control.stopped() ? e.control.reason()
                                        : reason_of(result.unfinished, Why::Interrupted));
  if (e.saved) reasons.push_back({Why::Resume, 0, e.options.checkpoint_file});
  if (result.estimate > 0)
    reasons.push_back({Why::Estimate,
                       static_cast<std::uint64_t>(std::ceil(std::min(result.seconds_left, 1e15))),
                       report::rounded(result.estimate)});
  if (result.repeated)
    reasons.push_back({Why::Repeated, result.repeated->times, result.repeated->thread,
                       report::shown_place(e.prepared.program, result.repeated->source)});
}

}  // namespace

std::vector<report::Reason> why_not_safe(const Explored& e) {
  const smc::CheckResult& result = e.result;
  std::vector<report::Reason> reasons;
  if (e.options.only_hunting() && !e.control.stopped())
    reasons.push_back({Why::Hunted, e.hunt->executions, report::rounded(e.hunt->estimate)});
  else if (!result.finished)
    add_why_unfinished(e, reasons);
  if (e.bound && (result.executions.bounded != 0 || !result.finished))
    reasons.push_back(
        {Why::Deepened, result.finished ? *e.bound : 0, report::joined(loops_cut_off(e))});
  if (e.options.races && !result.races_checked) reasons.push_back(Why::RacesUnchecked);
  if (result.executions.bounded != 0 && !e.bound) reasons.push_back(Why::LoopBound);
  if (!e.prepared.restricted_inputs.empty() && !e.options.program.nondet_range)
    reasons.push_back(Why::Inputs);
  return reasons;
}

bool only_bounds(const std::vector<report::Reason>& reasons) {
  return !reasons.empty() && std::ranges::all_of(reasons, [](const report::Reason& r) {
    return r.why == Why::LoopBound || (r.why == Why::Deepened && r.number != 0);
  });
}

}  // namespace overtake::analysis

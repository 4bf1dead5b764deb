#include "analysis/monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analysis/frame.h"
#include "analysis/prepare.h"
#include "monitor/check.h"
#include "monitor/recorded.h"
#include "report/make_run.h"
#include "report/places.h"

namespace overtake::analysis {
namespace {

using overtake::monitor::MonitorResult;
using report::MonitorDocument;
using report::Robustness;
using report::Why;

void insist_on_weak_model(MemoryModel model) {
  if (model == Model::SC)
    throw UsageError("--model sc: nothing leaves SC under SC; choose tso or pso");
}

// One for each pair of lines, in the order of the lines.
std::vector<report::Violation> by_lines(const ir::Program& program,
                                        const std::vector<overtake::monitor::Violation>& found) {
  using Found = overtake::monitor::Violation;
  struct Pair {
    report::Place delayed;
    report::Place overtaking;
    const Found* shown;
    auto key() const {
      return std::tie(delayed.file, delayed.line, delayed.column, overtaking.file, overtaking.line,
                      overtaking.column);
    }
  };
  std::vector<Pair> pairs;
  const auto place = [&](const memory::Record& r) {
    return report::shown_place(program, r.op.source, r.calls);
  };
  for (const Found& v : found) {
    Pair pair{place(v.replay.records[v.delayed]), place(v.replay.records[v.overtaking]), &v};
    const bool known = std::ranges::any_of(pairs, [&](const Pair& o) {
      return o.delayed == pair.delayed && o.overtaking == pair.overtaking;
    });
    if (!known) pairs.push_back(std::move(pair));
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.key() < b.key(); });
  std::vector<report::Violation> out;
  for (const Pair& p : pairs)
    out.push_back(report::make_violation(program, p.shown->replay, p.shown->delayed,
                                         p.shown->overtaking, p.shown->cycle));
  return out;
}

class Monitor {
 public:
  Monitor(const MonitorOptions& options, const Control& control)
      : options_(options), control_(control) {
    document_ = {.frame = clock_.frame(options.program.files, options.program.model.base),
                 .pso_rmw = options.program.model.pso_rmw,
                 .method = options.preemption_bound ? "interleavings" : "classes",
                 .full = options.full};
  }

  MonitorDocument run() {
    control_.tell(document_);
    const Prepared prepared = prepare(key_of(options_.program, Purpose::Monitor), Purpose::Monitor);
    describe(explore(prepared.program), prepared);
    clock_.stamp(document_.frame);
    return std::move(document_);
  }

 private:
  MonitorResult explore(const ir::Program& program) {
    using overtake::monitor::Method;
    overtake::monitor::CheckOptions options{
        .model = options_.program.model,
        .method = options_.preemption_bound ? Method::Interleavings : Method::Classes,
        .preemption_bound = options_.preemption_bound,
        .max_executions = options_.max_executions,
        .stop = control_.stop};
    options.progress = [&](const MonitorResult& so_far) {
      MonitorDocument partial = document_;
      clock_.stamp(partial.frame);
      partial.executions = so_far.executions;
      control_.tell(partial);
    };
    return overtake::monitor::check(program, options);
  }

  void describe(const MonitorResult& result, const Prepared& prepared) {
    MonitorDocument& d = document_;
    if (!result.exhaustive_because.empty()) {
      d.method = "exhaustive";
      d.exhaustive_because = result.exhaustive_because;
    }
    d.executions = result.executions;
    d.interleavings = result.by_preemptions;
    d.violations = by_lines(prepared.program, result.violations);
    for (ir::SourceId loop : result.bounded_loops)
      d.bounded_loops.push_back(report::shown_place(prepared.program, loop));
    for (const ReachedLimit& limit : result.limits) {
      report::Reason reason = reason_of(limit, control_.reason());
      if (reason.why == Why::Preemptions) reason.why = Why::PreemptionsUnseen;
      d.reasons.push_back(std::move(reason));
    }
    if (!prepared.restricted_inputs.empty() && !options_.program.nondet_range)
      d.reasons.push_back(Why::Inputs);
    d.verdict = !d.violations.empty() ? Robustness::Violation
                : d.reasons.empty()   ? Robustness::Robust
                                      : Robustness::Inconclusive;
  }

  const MonitorOptions& options_;
  const Control& control_;
  const Clock clock_;
  MonitorDocument document_;
};

// --- recorded traces -----------------------------------------------------------------------------

report::RecordedEvent event_of(const RecordedTrace& trace, EventId e) {
  return {.place = {trace.file, trace.details[e.index()].line},
          .thread = trace.thread_names[trace.execution.events[e.index()].thread.index()],
          .event = trace.text(e)};
}

report::RecordedViolation violation_of(const RecordedTrace& trace,
                                       const overtake::monitor::RecordedViolation& found) {
  report::RecordedViolation v;
  v.delayed = event_of(trace, found.delayed);
  v.overtaking = event_of(trace, found.overtaking);
  v.place = v.delayed.place;
  v.message = fmt::format("{} is delayed past {}", v.delayed.event, v.overtaking.text());
  v.threads = trace.thread_names;
  for (const memory::TraceEdge& e : found.cycle) {
    report::RecordedEvent step = event_of(trace, EventId{e.from});
    step.edge = report::edge_kind(e.kind);
    v.explanation.push_back(fmt::format("{}, {}", step.text(), report::because(step.edge)));
    v.path.push_back(std::move(step));
  }
  v.explanation.push_back(v.delayed.text());
  for (const WitnessStep& s : found.schedule) {
    report::RecordedEvent step = event_of(trace, s.event);
    step.drain = s.memory_write;
    v.schedule.push_back(std::move(step));
  }
  return v;
}

}  // namespace

MonitorDocument monitor(const MonitorOptions& options, const Control& control) {
  insist_on_weak_model(options.program.model);
  return on_large_stack([&] { return Monitor(options, control).run(); });
}

report::RecordedDocument monitor(const RecordedOptions& options) {
  constexpr std::size_t kShown = 10;
  insist_on_weak_model(options.model);
  const Clock clock;
  report::RecordedDocument d{.pso_rmw = options.model.pso_rmw};
  for (RecordedTrace& trace : read_traces(options.traces)) {
    if (options.model.pso_rmw == PsoRmw::Location) drain_own_location_only(trace.execution);
    const overtake::monitor::RecordedResult result = overtake::monitor::watch_recorded(
        trace, options.model.base, options.full ? SIZE_MAX : kShown);
    d.events += result.events;
    d.pairs += result.violations;
    ++d.executions;
    d.counts.push_back({trace.file, result.violations, result.shown.size()});
    for (const overtake::monitor::RecordedViolation& v : result.shown)
      d.violations.push_back(violation_of(trace, v));
  }
  d.verdict = d.pairs != 0 ? Robustness::Violation : Robustness::Inconclusive;
  if (d.pairs == 0) d.reasons = {Why::OneExecution};
  d.frame = clock.frame(options.traces.files, options.model.base);
  return d;
}

}  // namespace overtake::analysis

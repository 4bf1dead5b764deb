#include "analysis/consistency.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/frame.h"
#include "base/error.h"
#include "report/trace_report.h"
#include "trace/replay.h"

namespace overtake::analysis {
namespace {

namespace verifier = overtake::consistency;

class Checker {
 public:
  Checker(const ConsistencyOptions& options, bool explain)
      : options_(options), model_(options.model.base) {
    engine_.algorithm = options.algorithm;
    engine_.closure = options.closure;
    engine_.reason = options.executions || (explain && !options.terse);
  }

  report::TraceResult run(RecordedTrace& trace, double seconds_left) {
    engine_.timeout_seconds = seconds_left;
    return report::make_trace(trace, decide(trace),
                              {.order = options_.order, .execution = options_.executions});
  }

 private:
  verifier::Result decide(RecordedTrace& trace) {
    if (options_.model.pso_rmw == PsoRmw::Location) drain_own_location_only(trace.execution);
    const GoodWrites good = question(trace);
    const bool known = trace.reads_from_known;
    verifier::Result result;
    result.verdict = known ? verifier_.verify(trace.execution, model_, engine_)
                           : verifier_.verify(trace.execution, good, model_, engine_);
    if (result.verdict == verifier::Verdict::Inconsistent) result.reason = verifier_.reason();
    if (result.verdict != verifier::Verdict::Consistent) return result;
    const std::string error =
        known ? replay_witness(trace.execution, model_, verifier_.witness())
              : replay_witness(trace.execution, good, model_, verifier_.witness());
    if (!error.empty())
      throw InternalError(
          fmt::format("{}:{}: the witness does not replay: {}", trace.file, trace.line, error));
    if (!known && options_.executions) {
      trace.execution.reads_from = replay(trace.execution, model_, verifier_.witness()).obtained;
      trace.reads_from_known = true;
    }
    if (options_.order || options_.executions) result.witness = verifier_.witness();
    return result;
  }

  const ConsistencyOptions& options_;
  const Model model_;
  verifier::Options engine_;
  verifier::Verifier verifier_;
};

}  // namespace

report::ConsistencyDocument consistency(const ConsistencyOptions& options) {
  const Clock clock;
  std::vector<RecordedTrace> traces = read_traces(options.traces);
  const bool explain = options.explain || traces.size() == 1;
  report::ConsistencyDocument d{.frame = clock.frame(options.traces.files, options.model.base),
                                .detail = options.terse ? report::TraceDetail::Terse
                                          : explain     ? report::TraceDetail::Explained
                                                        : report::TraceDetail::Verdict};
  Checker checker(options, explain);
  const Clock deciding;
  for (RecordedTrace& trace : traces) {
    double left = 0;  // no limit
    if (options.timeout)
      left = std::max(1e-6,
                      std::chrono::duration<double>(*options.timeout).count() - deciding.seconds());
    d.traces.push_back(checker.run(trace, left));
  }
  clock.stamp(d.frame);
  return d;
}

}  // namespace overtake::analysis

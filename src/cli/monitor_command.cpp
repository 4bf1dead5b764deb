#include "cli/monitor_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/deep_stack.h"
#include "cli/exit_codes.h"
#include "cli/monitor_report.h"
#include "cli/monitor_traces.h"
#include "cli/prepare.h"
#include "cli/report_files.h"
#include "cli/terminal.h"
#include "cli/trace_files.h"
#include "cli/watchdog.h"
#include "monitor/check.h"

namespace overtake::cli {
namespace {

int exit_code(Robustness verdict) {
  switch (verdict) {
    case Robustness::Robust:
      return to_int(ExitCode::NoError);
    case Robustness::Violation:
      return to_int(ExitCode::ErrorFound);
    case Robustness::Inconclusive:
      return to_int(ExitCode::Inconclusive);
  }
  return to_int(ExitCode::InternalError);
}

class MonitorRun {
 public:
  explicit MonitorRun(const Settings& settings)
      : settings_(settings),
        key_(program_key(settings, Purpose::Monitor)),
        watchdog_({.timeout = settings.timeout, .memory = settings.memory},
                  [this](StopReason) { report_overdue(); }) {}

  int run() {
    prepared_ = prepare(key_);
    const monitor::MonitorResult result = explore();
    const MonitorReport report = make_report(result);
    const std::lock_guard lock(mutex_);  // never two reports
    print(report, prepared_.program);
    reported_ = exit_code(report.verdict);
    return *reported_;
  }

 private:
  monitor::MonitorResult explore() {
    Progress progress;
    monitor::CheckOptions options{.model = key_.model,
                                  .method = settings_.preemption_bound
                                                ? monitor::Method::Interleavings
                                                : monitor::Method::Classes,
                                  .preemption_bound = settings_.preemption_bound,
                                  .max_executions = settings_.max_executions,
                                  .stop = &watchdog_.stop()};
    options.progress = [&](const monitor::MonitorResult& so_far) {
      {
        const std::lock_guard lock(mutex_);
        executions_so_far_ = so_far.executions;
      }
      progress.show(fmt::format("{} executions, {:.0f} s", so_far.executions, seconds()));
    };
    return monitor::check(prepared_.program, options);
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  MonitorReport empty_report() const {
    MonitorReport report;
    report.input = settings_.files;
    report.model = key_.model.base;
    report.pso_rmw = key_.model.pso_rmw;
    report.method = settings_.preemption_bound ? "interleavings" : "classes";
    report.seconds = seconds();
    report.peak_memory_bytes = peak_memory_bytes();
    return report;
  }

  MonitorReport make_report(const monitor::MonitorResult& result) const {
    MonitorReport report = empty_report();
    if (!result.exhaustive_because.empty()) {
      report.method = "exhaustive";
      report.exhaustive_because = result.exhaustive_because;
    }
    report.executions = result.executions;
    report.by_preemptions = result.by_preemptions;
    report.violations = by_lines(prepared_.program, result.violations);
    for (ir::SourceId loop : result.bounded_loops)
      report.bounded_loops.push_back(report::user_place(prepared_.program, loop));
    report.reasons = why_inconclusive(result);
    report.verdict = !report.violations.empty() ? Robustness::Violation
                     : report.reasons.empty()   ? Robustness::Robust
                                                : Robustness::Inconclusive;
    return report;
  }

  std::vector<std::string> why_inconclusive(const monitor::MonitorResult& result) const {
    std::vector<std::string> reasons = result.reasons;
    const StopReason stop = watchdog_.reason();
    for (std::string& reason : reasons)
      if (reason == monitor::kStopped && stop != StopReason::None) reason = describe(stop);
    if (!prepared_.restricted_inputs.empty() && !settings_.nondet_range)
      reasons.push_back(
          "nondeterministic inputs take only the values of a small range; choose one with "
          "--nondet-range to get a verdict for it");
    return reasons;
  }

  void print(const MonitorReport& report, const ir::Program& program) const {
    const nlohmann::ordered_json document =
        settings_.json || reports_wanted(settings_) ? to_json(report, program) : nullptr;
    if (settings_.json)
      write_stdout(json_text(document));
    else
      write_stdout(
          to_text(report, program, {.style = style_of(STDOUT_FILENO), .full = settings_.full}));
    write_report_files(settings_, document);
  }

  // On the watchdog's thread: the work does not stop, so what is known is reported from here.
  void report_overdue() {
    const std::lock_guard lock(mutex_);
    if (reported_) _exit(*reported_);
    MonitorReport report = empty_report();
    report.executions = executions_so_far_;
    report.reasons = {std::string(describe(watchdog_.reason()))};
    print(report, {});
    _exit(to_int(ExitCode::Inconclusive));
  }

  const Settings& settings_;
  const ProgramKey key_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::optional<int> reported_;  // the exit code, once the report is out
  std::uint64_t executions_so_far_ = 0;
  PreparedProgram prepared_;
  Watchdog watchdog_;  // last: its thread uses all of the above
};

}  // namespace

int monitor_command(const Settings& settings) {
  if (settings.model == Model::SC)
    throw UsageError("--model sc: nothing leaves SC under SC; choose tso or pso");
  if (names_traces(settings))
    return monitor_traces(settings, settings.model.value_or(kDefaultModel));
  MonitorRun run(settings);
  int code = to_int(ExitCode::InternalError);
  on_deep_stack([&] { code = run.run(); });
  return code;
}

}  // namespace overtake::cli

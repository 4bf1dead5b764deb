// overtake observe: native programs under the monitors.
//
// Not a long_run: its limits are those of this process, and the signals that it blocks would stay
// blocked in the program that is observed. Here --timeout is of each run, and a program that was
// not found to be wrong passes on its own exit code.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>

#include "analysis/frame.h"
#include "base/error.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "observe/collect.h"
#include "observe/document.h"
#include "observe/launch.h"
#include "report/document_text.h"

namespace overtake::cli {
namespace {

using observe::Result;
using observe::RunEnd;

std::atomic<bool> interrupted{false};

void on_interrupt(int) { interrupted = true; }

std::string runtime_options(const Settings& s) {
  std::string out;
  const auto add = [&](const std::string& key, const std::string& value) {
    out += (out.empty() ? "" : ":") + key + "=" + value;
  };
  if (s.model) add("model", std::string(name(*s.model)));
  if (s.strategy) add("strategy", std::string(name_of(*s.strategy)));
  if (s.preemption_bound) add("preemptions", std::to_string(*s.preemption_bound));
  if (s.interval != 0) add("interval", std::to_string(s.interval));
  if (s.window != 0) add("window", std::to_string(s.window));
  if (s.races) add("races", "1");
  if (s.pso_rmw == PsoRmw::Location) add("pso_rmw", "location");
  return out;
}

report::ObserveDocument document_of(const Settings& s, const Result& result) {
  return observe::make_document(result, {.version = analysis::version(),
                                         .model = s.model.value_or(Model::PSO),
                                         .folder = std::filesystem::current_path().string(),
                                         .full = s.full});
}

// FILE has what was observed; FILE with .weak before its extension has what it could become.
void write_traces(const std::string& file, const Result& result) {
  if (result.violations.empty()) {
    complain(fmt::format("{}: not written, because there is no violation to record", file));
    return;
  }
  std::filesystem::path weak = file;
  weak.replace_filename(weak.stem().string() + ".weak" + weak.extension().string());
  std::string observed_text;
  std::string weak_text;
  for (const observe::Violation& v : result.violations) {
    observed_text += (observed_text.empty() ? "[" : ",\n ") + v.trace;
    weak_text += (weak_text.empty() ? "[" : ",\n ") + v.weak_trace;
  }
  write_file(file, observed_text + "]\n");
  write_file(weak.string(), weak_text + "]\n");
}

int exit_code(const Result& result) {
  if (result.found_anything()) return to_int(ExitCode::ErrorFound);
  for (const observe::RunSummary& r : result.runs) {
    if (r.end == RunEnd::TimedOut) return to_int(ExitCode::Inconclusive);
    if (r.end == RunEnd::Signalled) return 128 + r.code;
    if (r.code != 0) return r.code;
  }
  return to_int(ExitCode::NoError);
}

// What a program that shows its findings itself has written: to standard error.
int show_findings(const Settings& settings, const observe::Suppressions& suppressions) {
  const observe::Findings findings = observe::read_findings(settings.findings_file);
  observe::Findings one = findings;
  if (settings.findings_at) {
    std::erase_if(one.pairs,
                  [&](const observe::FoundPair& p) { return p.offset != *settings.findings_at; });
    if (!one.pairs.empty()) {
      one.deadlocks.clear();
      one.crashes.clear();
    }
  }
  observe::Collector collector(suppressions);
  collector.add(one, findings.header.seed);
  const Result& result = collector.result();
  fmt::print(stderr, "{}",
             report::findings_text(document_of(settings, result),
                                   style_of(STDERR_FILENO, settings.color)));
  if (!settings.record_file.empty() && !result.violations.empty())
    write_traces(settings.record_file, result);
  return to_int(result.found_anything() ? ExitCode::ErrorFound : ExitCode::NoError);
}

Result launch(const Settings& settings, const observe::Suppressions& suppressions) {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  Progress progress;
  const observe::LaunchOptions options{
      .command = settings.command,
      .runs = settings.runs,
      .seed = settings.seed.value_or(1),
      .runtime_options = runtime_options(settings),
      .timeout = settings.timeout,
      .show_output = settings.show_output || (settings.runs == 1 && !settings.json),
      .stop = &interrupted,
      .progress =
          [&](const Result& so_far) {
            progress.show(fmt::format("{} of {} runs, {} violations, {:.0f} s", so_far.runs.size(),
                                      settings.runs, so_far.violations.size(), so_far.seconds));
          },
      .failed =
          [&](const observe::RunSummary& run, const std::string& output) {
            progress.clear();
            complain(fmt::format("the run with seed {} {} {}{}", run.seed,
                                 run.end == RunEnd::Exited ? "exited with" : "ended by signal",
                                 run.code, output.empty() ? "" : "; it had printed:"));
            fmt::print(stderr, "{}", output);
          }};
  return observe::launch(options, suppressions);
}

}  // namespace

int observe_command(const Settings& settings) {
  if (settings.model == Model::SC)
    throw UsageError("--model sc: nothing leaves SC under SC; choose tso or pso");
  observe::Suppressions suppressions;
  if (!settings.suppressions_file.empty()) suppressions.read(settings.suppressions_file);
  if (!settings.findings_file.empty()) return show_findings(settings, suppressions);
  if (settings.command.empty())
    throw UsageError("no program given: overtake observe [options] -- PROGRAM [arguments]");
  const Result result = launch(settings, suppressions);
  report::Document document = document_of(settings, result);
  print_document(settings, document);
  write_report_files(settings, document);
  if (!settings.record_file.empty()) write_traces(settings.record_file, result);
  return exit_code(result);
}

}  // namespace overtake::cli

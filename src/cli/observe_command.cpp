#include "cli/observe_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/exit_codes.h"
#include "cli/report_files.h"
#include "cli/terminal.h"
#include "observe/collect.h"
#include "observe/document.h"
#include "observe/launch.h"
#include "observe/text.h"
#include "report/check_report.h"

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
  if (!s.strategy.empty()) add("strategy", s.strategy);
  if (s.preemption_bound) add("preemptions", std::to_string(*s.preemption_bound));
  if (s.interval != 0) add("interval", std::to_string(s.interval));
  if (s.window != 0) add("window", std::to_string(s.window));
  if (s.races) add("races", "1");
  if (s.pso_rmw == PsoRmw::Location) add("pso_rmw", "location");
  return out;
}

observe::TextStyle text_style(const Settings& s, int fd) {
  return {.color = style_of(fd).color,
          .full = s.full,
          .source_folder = std::filesystem::current_path().string()};
}

// FILE has what was observed; FILE with .weak in front of its extension what it could become.
void write_traces(const std::string& file, const Result& result) {
  std::filesystem::path weak = file;
  weak.replace_filename(weak.stem().string() + ".weak" + weak.extension().string());
  std::string observed_text;
  std::string weak_text;
  for (const observe::Violation& v : result.violations) {
    observed_text += (observed_text.empty() ? "[" : ",\n ") + v.trace;
    weak_text += (weak_text.empty() ? "[" : ",\n ") + v.weak_trace;
  }
  if (result.violations.empty()) {
    fmt::print(stderr, "overtake: {}: not written, because there is no violation to record\n",
               file);
    return;
  }
  for (const auto& [path, text] :
       {std::pair(std::filesystem::path(file), &observed_text), std::pair(weak, &weak_text)}) {
    std::ofstream out(path, std::ios::binary);
    out << *text << "]\n";
    out.close();
    if (!out) throw InputError(path.string() + ": cannot be written");
  }
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

int report(const Settings& settings, const Result& result) {
  if (settings.json || reports_wanted(settings)) {
    nlohmann::ordered_json document = observe::to_json(result, OVERTAKE_VERSION);
    report::add_sources(document);
    if (settings.json) write_stdout(json_text(document));
    write_report_files(settings, document);
  }
  if (!settings.json) write_stdout(observe::to_text(result, text_style(settings, STDOUT_FILENO)));
  if (!settings.record_file.empty()) write_traces(settings.record_file, result);
  return exit_code(result);
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
  const observe::TextStyle style = text_style(settings, STDERR_FILENO);
  std::string text;
  for (const auto& c : result.crashes) text += to_text(c, style);
  for (const auto& d : result.deadlocks) text += to_text(d, style);
  for (const auto& r : result.races) text += to_text(r, style);
  for (const auto& v : result.violations) text += to_text(v, style);
  fmt::print(stderr, "{}", text);
  if (!settings.record_file.empty() && !result.violations.empty())
    write_traces(settings.record_file, result);
  return to_int(result.found_anything() ? ExitCode::ErrorFound : ExitCode::NoError);
}

}  // namespace

int observe_command(const Settings& settings) {
  if (settings.model == Model::SC)
    throw UsageError("--model sc: nothing leaves SC under SC; choose tso or pso");
  observe::Suppressions suppressions;
  if (!settings.suppressions_file.empty()) suppressions.read(settings.suppressions_file);
  if (!settings.findings_file.empty()) return show_findings(settings, suppressions);
  if (settings.compiler_flags.empty())
    throw UsageError("no program given: overtake observe [options] -- PROGRAM [arguments]");
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  Progress progress;
  const bool show = settings.show_output || (settings.runs == 1 && !settings.json);
  observe::LaunchOptions options{
      .command = settings.compiler_flags,
      .runs = settings.runs,
      .seed = settings.seed,
      .runtime_options = runtime_options(settings),
      .timeout = settings.timeout,
      .show_output = show,
      .stop = &interrupted,
      .progress =
          [&](const Result& so_far) {
            progress.show(fmt::format("{} of {} runs, {} violations, {:.0f} s", so_far.runs.size(),
                                      settings.runs, so_far.violations.size(), so_far.seconds));
          },
      .failed =
          [&](const observe::RunSummary& run, const std::string& output) {
            progress.clear();
            fmt::print(stderr, "overtake: the run with seed {} {} {}{}\n{}", run.seed,
                       run.end == RunEnd::Exited ? "exited with" : "ended by signal", run.code,
                       output.empty() ? "" : "; it had printed:", output);
          }};
  const Result result = observe::launch(options, suppressions);
  progress.clear();
  return report(settings, result);
}

}  // namespace overtake::cli

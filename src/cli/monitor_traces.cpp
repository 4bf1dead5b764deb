#include "cli/monitor_traces.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/exit_codes.h"
#include "cli/monitor_report.h"
#include "cli/report_files.h"
#include "cli/terminal.h"
#include "cli/trace_files.h"
#include "cli/watchdog.h"
#include "monitor/recorded.h"
#include "report/check_report.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;
using monitor::RecordedResult;
using monitor::RecordedViolation;

constexpr std::size_t kShown = 10;
constexpr const char* kOneExecution =
    "a recorded trace is one execution; others may leave sequential consistency";

std::string event_text(const RecordedTrace& trace, EventId e) {
  return fmt::format("{}:{}: {}: {}", trace.file, trace.details[e.index()].line,
                     trace.thread_names[trace.execution.events[e.index()].thread.index()],
                     trace.text(e));
}

std::string text_of(const RecordedTrace& trace, const RecordedViolation& v) {
  std::string out = fmt::format("{}\n  is delayed past\n{}\n", event_text(trace, v.delayed),
                                event_text(trace, v.overtaking));
  out += "  These happen one before the other, round in a cycle:\n";
  for (const memory::TraceEdge& e : v.cycle)
    out += fmt::format("    {},\n      {}\n", event_text(trace, EventId{e.from}), because(e.kind));
  return out + fmt::format("    {}\n\n", event_text(trace, v.delayed));
}

Json event_json(const RecordedTrace& trace, EventId e) {
  return {{"file", trace.file},
          {"line", trace.details[e.index()].line},
          {"thread", trace.thread_names[trace.execution.events[e.index()].thread.index()]},
          {"event", trace.text(e)}};
}

Json json_of(const RecordedTrace& trace, const RecordedViolation& v) {
  Json json;
  json["message"] =
      fmt::format("{} is delayed past {}", trace.text(v.delayed), event_text(trace, v.overtaking));
  json["file"] = trace.file;
  json["line"] = trace.details[v.delayed.index()].line;
  json["threads"] = trace.thread_names;
  json["explanation"] = Json::array();
  for (const memory::TraceEdge& e : v.cycle)
    json["explanation"].push_back(
        fmt::format("{}, {}", event_text(trace, EventId{e.from}), because(e.kind)));
  json["explanation"].push_back(event_text(trace, v.delayed));
  json["delayed"] = event_json(trace, v.delayed);
  json["overtaking"] = event_json(trace, v.overtaking);
  json["path"] = Json::array();
  for (const memory::TraceEdge& e : v.cycle) {
    Json step = event_json(trace, EventId{e.from});
    step["edge"] = edge_name(e.kind);
    json["path"].push_back(std::move(step));
  }
  json["schedule"] = Json::array();
  for (const WitnessStep& s : v.schedule) {
    Json step = event_json(trace, s.event);
    step["kind"] = s.memory_write ? "drain" : "step";
    step["text"] = trace.text(s.event) + (s.memory_write ? " reaches memory" : "");
    json["schedule"].push_back(std::move(step));
  }
  return json;
}

}  // namespace

int monitor_traces(const Settings& settings, Model model) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<RecordedTrace> traces = read_traces(settings);
  std::string text;
  Json violations = Json::array();
  std::uint64_t events = 0;
  std::uint64_t pairs = 0;
  for (RecordedTrace& trace : traces) {
    if (settings.pso_rmw == PsoRmw::Location) drain_own_location_only(trace.execution);
    const RecordedResult result =
        monitor::watch_recorded(trace, model, settings.full ? SIZE_MAX : kShown);
    events += result.events;
    pairs += result.violations;
    for (const RecordedViolation& v : result.shown) {
      if (settings.json || reports_wanted(settings)) violations.push_back(json_of(trace, v));
      if (!settings.json) text += text_of(trace, v);
    }
    if (result.violations > result.shown.size() && !settings.json)
      text +=
          fmt::format("{} more; --full shows them.\n\n", result.violations - result.shown.size());
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (settings.json || reports_wanted(settings)) {
    Json json;
    json["command"] = "monitor";
    json["version"] = OVERTAKE_VERSION;
    json["input"] = settings.files;
    json["model"] = name(model);
    json["pso_rmw"] = name(settings.pso_rmw);
    json["method"] = "recorded";
    json["verdict"] = pairs != 0 ? "violation" : "inconclusive";
    json["violations"] = std::move(violations);
    json["pairs"] = pairs;
    json["executions"] = traces.size();
    json["events"] = events;
    json["reasons"] = pairs != 0 ? Json::array() : Json::array({kOneExecution});
    json["seconds"] = seconds;
    json["peak_memory_bytes"] = peak_memory_bytes();
    report::add_sources(json);
    if (settings.json) write_stdout(json_text(json));
    write_report_files(settings, json);
  }
  if (!settings.json) {
    const std::string_view under = model == Model::TSO ? "TSO" : "PSO";
    text +=
        pairs != 0
            ? fmt::format("{} of sequential consistency under {}\n",
                          pairs == 1 ? "1 violation" : fmt::format("{} violations", pairs), under)
            : fmt::format("no violation of sequential consistency under {}; {}\n", under,
                          kOneExecution);
    text += fmt::format("  {} trace{}, {} events, {:.2f} s\n", traces.size(),
                        traces.size() == 1 ? "" : "s", events, seconds);
    write_stdout(text);
  }
  return to_int(pairs != 0 ? ExitCode::ErrorFound : ExitCode::Inconclusive);
}

}  // namespace overtake::cli

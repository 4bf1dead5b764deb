#include "cli/monitor_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "report/check_report.h"
#include "report/describe.h"
#include "report/names.h"
#include "report/story.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;
using memory::Record;
using memory::TraceEdgeKind;
using monitor::Violation;
using report::Paint;
using report::Place;

std::string_view name(Robustness verdict) {
  switch (verdict) {
    case Robustness::Robust:
      return "robust";
    case Robustness::Violation:
      return "violation";
    case Robustness::Inconclusive:
      return "inconclusive";
  }
  return "?";
}

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

Place place_of(const ir::Program& program, const Record& r) {
  return report::user_place(program, r.op.source, r.calls);
}

// Names of one violation's run.
class Speaker {
 public:
  Speaker(const ir::Program& program, const Violation& v)
      : program_(program), names_(program, v.replay) {}

  std::string variable(const Record& r) {
    return names_.variable(r.op.address, r.op.size, text_.line(place_of(program_, r)));
  }
  // "T1 at sb.c:12: reads x = 0"
  std::string step(const Record& r) {
    const Place place = place_of(program_, r);
    const std::string_view code = text_.line(place);
    const std::string what = r.op.kind == exec::OpKind::Store
                                 ? "stores " + report::store_text(r, names_, code)
                                 : report::describe(r, names_, code);
    return fmt::format("{} at {}: {}", names_.thread(r.step.thread), place.text(), what);
  }
  std::string thread(const Record& r) { return names_.thread(r.step.thread); }
  std::string code(const Record& r) { return std::string(text_.line(place_of(program_, r))); }

 private:
  const ir::Program& program_;
  report::Names names_;
  report::SourceText text_;
};

std::string violation_text(const ViolationReport& v, std::size_t number, const ir::Program& program,
                           Model model, const report::Style& style, bool with_run) {
  const Violation& shown = *v.shown;
  const std::vector<Record>& records = shown.replay.records;
  const Record& delayed = records[shown.delayed];
  Speaker speak(program, shown);
  std::string out = fmt::format(
      "{}. {}\n", number,
      report::paint(fmt::format("{}: the store to {} is delayed past {}", v.delayed.text(),
                                speak.variable(delayed), v.overtaking.text()),
                    Paint::Bold, style));
  out += "   These happen one before the other, round in a cycle:\n";
  for (const memory::TraceEdge& e : shown.cycle)
    out += fmt::format("     {},\n       {}\n", speak.step(records[e.from]), because(e.kind));
  out += fmt::format("     {}\n", speak.step(delayed));
  if (!with_run) return out + '\n';
  out += fmt::format("   A run under {} that shows it (time runs downwards):\n\n",
                     model == Model::TSO ? "TSO" : "PSO");
  report::SourceText text;
  const report::Story story = report::tell(program, shown.replay, text, {.full = true});
  out += report::draw(story, shown.replay.thread_names, style);
  for (const std::string& line : story.legend) out += report::paragraph(line, style, 3);
  return out + '\n';
}

Json place_json(const Place& place) {
  Json json = Json::object();
  json["file"] = place.known() ? Json(place.file) : Json();
  json["line"] = place.known() ? Json(place.line) : Json();
  return json;
}

Json access_json(const ir::Program& program, const Record& r, Speaker& speak) {
  Json json = place_json(place_of(program, r));
  json["thread"] = speak.thread(r);
  json["op"] = report::op_name(r.op);
  if (r.op.is_access()) json["variable"] = speak.variable(r);
  if (const std::string code = speak.code(r); !code.empty()) json["code"] = code;
  return json;
}

Json violation_json(const ViolationReport& v, const ir::Program& program) {
  const Violation& shown = *v.shown;
  const std::vector<Record>& records = shown.replay.records;
  Speaker speak(program, shown);
  Json json = place_json(v.delayed);
  json["message"] = fmt::format("the store to {} is delayed past {}",
                                speak.variable(records[shown.delayed]), v.overtaking.text());
  json["delayed"] = access_json(program, records[shown.delayed], speak);
  json["overtaking"] = access_json(program, records[shown.overtaking], speak);
  json["path"] = Json::array();
  for (const memory::TraceEdge& e : shown.cycle) {
    Json step = access_json(program, records[e.from], speak);
    step["step"] = e.from;
    step["edge"] = edge_name(e.kind);
    json["path"].push_back(std::move(step));
  }
  json["explanation"] = Json::array();
  for (const memory::TraceEdge& e : shown.cycle)
    json["explanation"].push_back(
        fmt::format("{}, {}", speak.step(records[e.from]), because(e.kind)));
  json["explanation"].push_back(speak.step(records[shown.delayed]));
  json["missed"] = {
      {{"read", shown.overtaking}, {"store", shown.delayed}, {"overtaking_store", nullptr}}};
  report::add_execution(json, program, shown.replay, true);
  return json;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

}  // namespace

std::string_view edge_name(TraceEdgeKind kind) {
  switch (kind) {
    case TraceEdgeKind::ProgramOrder:
      return "program-order";
    case TraceEdgeKind::Synchronization:
      return "synchronization";
    case TraceEdgeKind::ReadsFrom:
      return "reads-from";
    case TraceEdgeKind::StoreOrder:
      return "store-order";
    case TraceEdgeKind::FromRead:
      return "from-read";
  }
  return "?";
}

// Why the step comes before the next one of the cycle.
std::string_view because(TraceEdgeKind kind) {
  switch (kind) {
    case TraceEdgeKind::ProgramOrder:
      return "before, in program order,";
    case TraceEdgeKind::Synchronization:
      return "before, by synchronization,";
    case TraceEdgeKind::ReadsFrom:
      return "which is read when";
    case TraceEdgeKind::StoreOrder:
      return "which is overwritten when";
    case TraceEdgeKind::FromRead:
      return "and so happens before";
  }
  return "?";
}

std::vector<ViolationReport> by_lines(const ir::Program& program,
                                      const std::vector<Violation>& violations) {
  std::vector<ViolationReport> out;
  for (const Violation& v : violations) {
    const ViolationReport r{&v, place_of(program, v.replay.records[v.delayed]),
                            place_of(program, v.replay.records[v.overtaking])};
    const bool known = std::any_of(out.begin(), out.end(), [&](const ViolationReport& o) {
      return o.delayed == r.delayed && o.overtaking == r.overtaking;
    });
    if (!known) out.push_back(r);
  }
  const auto key = [](const ViolationReport& v) {
    return std::tie(v.delayed.file, v.delayed.line, v.delayed.column, v.overtaking.file,
                    v.overtaking.line, v.overtaking.column);
  };
  std::sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return out;
}

std::string to_text(const MonitorReport& report, const ir::Program& program,
                    const report::TextOptions& options) {
  const report::Style& style = options.style;
  const std::string_view model = report.model == Model::TSO ? "TSO" : "PSO";
  std::string out;
  for (std::size_t i = 0; i < report.violations.size(); ++i)
    out += violation_text(report.violations[i], i + 1, program, report.model, style,
                          i == 0 || options.full);
  if (report.violations.size() > 1 && !options.full)
    out += "--full shows a run for each of them.\n\n";
  std::string verdict;
  Paint paint = Paint::Yellow;
  switch (report.verdict) {
    case Robustness::Robust:
      verdict = fmt::format("robust: only SC behaviours under {}", model);
      paint = Paint::Green;
      break;
    case Robustness::Violation:
      verdict = fmt::format("{} of sequential consistency under {}",
                            counted(report.violations.size(), "violation"), model);
      paint = Paint::Red;
      break;
    case Robustness::Inconclusive:
      verdict = fmt::format(
          "inconclusive under {}: no violation found, but not everything was "
          "looked at",
          model);
  }
  out += fmt::format("{}: {}\n", joined(report.input), report::paint(verdict, paint, style));
  for (const std::string& reason : report.reasons) out += report::paragraph(reason, style, 2);
  for (const Place& loop : report.bounded_loops)
    out += fmt::format("  {}: this loop was cut off by --unroll\n", loop.text());
  if (!report.exhaustive_because.empty())
    out += report::paragraph(fmt::format("every trace under {} was looked at, because of {}", model,
                                         report.exhaustive_because),
                             style, 2);
  for (std::size_t k = 0; k < report.by_preemptions.size(); ++k)
    out += fmt::format("  {} with {}\n", counted(report.by_preemptions[k], "interleaving"),
                       counted(k, "preemption"));
  out += fmt::format("  {}, {:.2f} s, {:.0f} MB\n", counted(report.executions, "execution"),
                     report.seconds, static_cast<double>(report.peak_memory_bytes) / 1e6);
  return out;
}

Json to_json(const MonitorReport& report, const ir::Program& program) {
  Json json = Json::object();
  json["command"] = "monitor";
  json["version"] = OVERTAKE_VERSION;
  json["input"] = report.input;
  json["model"] = overtake::name(report.model);
  json["pso_rmw"] = overtake::name(report.pso_rmw);
  json["method"] = report.method;
  if (!report.exhaustive_because.empty()) json["exhaustive_because"] = report.exhaustive_because;
  json["verdict"] = name(report.verdict);
  json["violations"] = Json::array();
  for (const ViolationReport& v : report.violations)
    json["violations"].push_back(violation_json(v, program));
  json["executions"] = report.executions;
  json["interleavings"] = report.by_preemptions;
  json["reasons"] = report.reasons;
  json["bounded_loops"] = Json::array();
  for (const Place& loop : report.bounded_loops) json["bounded_loops"].push_back(place_json(loop));
  json["seconds"] = report.seconds;
  json["peak_memory_bytes"] = report.peak_memory_bytes;
  overtake::report::add_sources(json);
  return json;
}

}  // namespace overtake::cli

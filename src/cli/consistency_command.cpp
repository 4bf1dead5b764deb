#include "cli/consistency_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/exit_codes.h"
#include "cli/report_files.h"
#include "cli/terminal.h"
#include "cli/trace_files.h"
#include "consistency/consistency.h"
#include "consistency/render.h"
#include "report/check_report.h"
#include "report/trace_report.h"
#include "trace/recorded_trace.h"
#include "trace/replay.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;
using consistency::Result;

class Checker {
  using Verdict = consistency::Verdict;  // not report::Verdict

 public:
  Checker(const Settings& s, Model model) : settings_(s), model_(model) {}

  int run(std::vector<RecordedTrace>& traces) {
    const bool explain = settings_.explain || document_wanted() || traces.size() == 1;
    options_.algorithm = settings_.algorithm;
    options_.closure = !settings_.no_closure;
    options_.reason = document_wanted() || (explain && !settings_.terse);
    const auto begin = std::chrono::steady_clock::now();
    for (RecordedTrace& trace : traces) {
      if (settings_.timeout) {
        const std::chrono::duration<double> left =
            *settings_.timeout - (std::chrono::steady_clock::now() - begin);
        options_.timeout_seconds = std::max(1e-6, left.count());
      }
      report(trace, decide(trace), explain);
    }
    finish(traces.size());
    write_stdout(out_);
    if (document_wanted()) write_report_files(settings_, document_);
    if (counts_[static_cast<int>(Verdict::Inconsistent)] != 0) return to_int(ExitCode::ErrorFound);
    return to_int(counts_[static_cast<int>(Verdict::Unknown)] != 0 ? ExitCode::Inconclusive
                                                                   : ExitCode::NoError);
  }

 private:
  bool document_wanted() const { return settings_.json || reports_wanted(settings_); }

  Result decide(RecordedTrace& trace) {
    if (settings_.pso_rmw == PsoRmw::Location) drain_own_location_only(trace.execution);
    const GoodWrites good = question(trace);
    const bool known = trace.reads_from_known;
    Result result;
    result.verdict = known ? verifier_.verify(trace.execution, model_, options_)
                           : verifier_.verify(trace.execution, good, model_, options_);
    if (result.verdict == Verdict::Inconsistent) result.reason = verifier_.reason();
    if (result.verdict != Verdict::Consistent) return result;
    const std::string error =
        known ? replay_witness(trace.execution, model_, verifier_.witness())
              : replay_witness(trace.execution, good, model_, verifier_.witness());
    if (!error.empty())
      throw InternalError(
          fmt::format("{}:{}: the witness does not replay: {}", trace.file, trace.line, error));
    if (!known && document_wanted()) {
      trace.execution.reads_from = replay(trace.execution, model_, verifier_.witness()).obtained;
      trace.reads_from_known = true;
    }
    if (settings_.order || document_wanted()) result.witness = verifier_.witness();
    return result;
  }

  void report(const RecordedTrace& trace, const Result& result, bool explain) {
    ++counts_[static_cast<int>(result.verdict)];
    if (document_wanted()) json_.push_back(report::trace_json(trace, result, settings_.order));
    if (settings_.json) return;
    if (settings_.terse) {
      out_ += result.verdict == Verdict::Consistent     ? "OK\n"
              : result.verdict == Verdict::Inconsistent ? "NO\n"
                                                        : "??\n";
    } else if (explain || result.verdict != Verdict::Inconsistent) {
      out_ += consistency::to_text(trace, result, settings_.order);
    } else {
      out_ +=
          fmt::format("{}:{}:{}{} inconsistent\n", trace.file, trace.line,
                      trace.name.empty() ? "" : " ", trace.name.empty() ? "" : trace.name + ":");
    }
  }

  void finish(std::size_t total) {
    const auto count = [&](Verdict v) { return counts_[static_cast<int>(v)]; };
    if (document_wanted()) {
      Json json;
      json["command"] = "consistency";
      json["version"] = OVERTAKE_VERSION;
      json["input"] = settings_.files;
      json["model"] = name(model_);
      json["traces"] = std::move(json_);
      json["summary"] = {{"consistent", count(Verdict::Consistent)},
                         {"inconsistent", count(Verdict::Inconsistent)},
                         {"unknown", count(Verdict::Unknown)}};
      report::add_sources(json);
      if (settings_.json) out_ += json_text(json);
      document_ = std::move(json);
    }
    if (settings_.terse || settings_.json) return;
    if (total == 1) return;
    out_ += fmt::format("{} traces under {}: {} consistent, {} inconsistent", total, name(model_),
                        count(Verdict::Consistent), count(Verdict::Inconsistent));
    if (count(Verdict::Unknown) != 0) out_ += fmt::format(", {} unknown", count(Verdict::Unknown));
    out_ += "\n";
  }

  const Settings& settings_;
  const Model model_;
  consistency::Verifier verifier_;
  consistency::Options options_;
  std::size_t counts_[3] = {};
  std::string out_;
  Json json_ = Json::array();  // the traces
  Json document_;
};

}  // namespace

int consistency_command(const Settings& settings) {
  try {
    std::vector<RecordedTrace> traces = read_traces(settings);
    return Checker(settings, settings.model.value_or(kDefaultModel)).run(traces);
  } catch (const std::filesystem::filesystem_error& error) {
    throw InputError(error.what());
  }
}

}  // namespace overtake::cli

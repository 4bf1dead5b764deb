#include "cli/consistency_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "consistency/consistency.h"
#include "consistency/render.h"
#include "trace/axe_format.h"
#include "trace/json_format.h"
#include "trace/recorded_trace.h"
#include "trace/replay.h"

namespace overtake::cli {
namespace {

namespace fs = std::filesystem;
using consistency::Algorithm;
using consistency::Result;
using consistency::Verdict;

enum ExitCode {
  kNoError = 0,
  kWrongUse = 1,
  kBadInput = 2,
  kInconclusive = 5,
  kInternal = 6,
  kErrorFound = 10
};

enum class Format { Auto, Axe, Json };
enum class Output { Text, Json, Dot };

struct Settings {
  std::vector<std::string> inputs;
  std::string model = "sc";
  Algorithm algorithm = Algorithm::Portfolio;
  bool no_closure = false;
  bool own_location = false;
  Format format = Format::Auto;
  Output output = Output::Text;
  bool witness = false;
  bool explain = false;
  bool terse = false;
  double timeout = 0;
};

void add_options(CLI::App& app, Settings& s) {
  app.add_option("input", s.inputs, "Trace files, directories of them, or - for standard input")
      ->required();
  app.add_option("-m,--model", s.model, "sc, tso (or x86), pso")->capture_default_str();
  app.add_option("--algorithm", s.algorithm, "portfolio, search, naive, closure, greedy")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Algorithm>{{"portfolio", Algorithm::Portfolio},
                                           {"search", Algorithm::Search},
                                           {"naive", Algorithm::Naive},
                                           {"closure", Algorithm::Closure},
                                           {"greedy", Algorithm::Greedy}}));
  app.add_flag("--no-closure", s.no_closure, "Search without computing the closure first");
  app.add_option("--pso-rmw", s.own_location, "What atomics drain under PSO: all, location")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, bool>{{"all", false}, {"location", true}}));
  app.add_option("--input-format", s.format, "auto, axe, json")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Format>{
          {"auto", Format::Auto}, {"axe", Format::Axe}, {"json", Format::Json}}));
  app.add_option("--format", s.output, "text, json, dot")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Output>{
          {"text", Output::Text}, {"json", Output::Json}, {"dot", Output::Dot}}));
  app.add_flag("--witness", s.witness, "Show an order of events for consistent traces");
  app.add_flag("--explain", s.explain,
               "Show why inconsistent traces are (always done if there is only one trace)");
  app.add_flag("--terse", s.terse, "One line a trace: OK, NO, or ?? if undecided");
  app.add_option("--timeout", s.timeout, "Seconds in all; then what is left is undecided")
      ->check(CLI::NonNegativeNumber);
}

std::string read_file(const std::string& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be opened", file));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw InputError(fmt::format("{}: cannot be read", file));
  return text;
}

// The files of a directory, in the order of their names.
std::vector<std::string> expand(const std::vector<std::string>& inputs) {
  std::vector<std::string> files;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input == "-" || !fs::is_directory(input, error)) {
      files.push_back(input);
      continue;
    }
    const std::size_t first = files.size();
    for (const auto& entry : fs::recursive_directory_iterator(input)) {
      const std::string extension = entry.path().extension().string();
      if (entry.is_regular_file() &&
          (extension == ".axe" || extension == ".json" || extension == ".txt"))
        files.push_back(entry.path().string());
    }
    if (files.size() == first)
      throw InputError(fmt::format("{}: holds no .axe, .txt or .json file", input));
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  }
  return files;
}

bool looks_like_json(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (text[first] == '{' || text[first] == '[');
}

std::vector<RecordedTrace> read_all(const Settings& s) {
  std::vector<RecordedTrace> traces;
  for (const std::string& file : expand(s.inputs)) {
    const std::string text = read_file(file);
    const std::string shown = file == "-" ? "<stdin>" : file;
    const bool json =
        s.format == Format::Json || (s.format == Format::Auto && looks_like_json(text));
    std::vector<RecordedTrace> some = json ? read_json_traces(text, shown) : read_axe(text, shown);
    std::move(some.begin(), some.end(), std::back_inserter(traces));
  }
  return traces;
}

class Checker {
 public:
  Checker(const Settings& s, Model model) : settings_(s), model_(model) {}

  int run(std::vector<RecordedTrace>& traces) {
    const bool explain =
        settings_.explain || settings_.output != Output::Text || traces.size() == 1;
    options_.algorithm = settings_.algorithm;
    options_.closure = !settings_.no_closure;
    options_.reason = explain && !settings_.terse;
    const auto begin = std::chrono::steady_clock::now();
    for (RecordedTrace& trace : traces) {
      if (settings_.timeout > 0) {
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin;
        options_.timeout_seconds = std::max(1e-6, settings_.timeout - gone.count());
      }
      report(trace, decide(trace), explain);
    }
    finish(traces.size());
    std::fwrite(out_.data(), 1, out_.size(), stdout);
    std::fflush(stdout);
    if (counts_[static_cast<int>(Verdict::Inconsistent)] != 0) return kErrorFound;
    return counts_[static_cast<int>(Verdict::Unknown)] != 0 ? kInconclusive : kNoError;
  }

 private:
  Result decide(RecordedTrace& trace) {
    if (settings_.own_location) drain_own_location_only(trace.execution);
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
    if (!known && settings_.output == Output::Dot) {
      trace.execution.reads_from = replay(trace.execution, model_, verifier_.witness()).obtained;
      trace.reads_from_known = true;
    }
    const bool shown = settings_.witness || settings_.output == Output::Dot;
    if (shown && !settings_.terse) result.witness = verifier_.witness();
    return result;
  }

  void report(const RecordedTrace& trace, const Result& result, bool explain) {
    ++counts_[static_cast<int>(result.verdict)];
    if (settings_.terse) {
      out_ += result.verdict == Verdict::Consistent     ? "OK\n"
              : result.verdict == Verdict::Inconsistent ? "NO\n"
                                                        : "??\n";
    } else if (settings_.output == Output::Json) {
      json_.push_back(consistency::to_json(trace, result, settings_.witness));
    } else if (settings_.output == Output::Dot) {
      out_ += consistency::to_dot(trace, result);
    } else if (explain || result.verdict != Verdict::Inconsistent) {
      out_ += consistency::to_text(trace, result, settings_.witness);
    } else {
      out_ +=
          fmt::format("{}:{}:{}{} inconsistent\n", trace.file, trace.line,
                      trace.name.empty() ? "" : " ", trace.name.empty() ? "" : trace.name + ":");
    }
  }

  void finish(std::size_t total) {
    if (settings_.terse || settings_.output == Output::Dot) return;
    const auto count = [&](Verdict v) { return counts_[static_cast<int>(v)]; };
    if (settings_.output == Output::Json) {
      nlohmann::ordered_json json;
      json["model"] = name(model_);
      json["traces"] = std::move(json_);
      json["summary"] = {{"consistent", count(Verdict::Consistent)},
                         {"inconsistent", count(Verdict::Inconsistent)},
                         {"unknown", count(Verdict::Unknown)}};
      out_ += json.dump(2) + "\n";
      return;
    }
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
  nlohmann::ordered_json json_ = nlohmann::ordered_json::array();
};

}  // namespace

int consistency_command(std::span<const std::string> args) {
  Settings settings;
  CLI::App app("Could these recorded traces have happened?", "overtake consistency");
  add_options(app, settings);
  try {
    app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kNoError : kWrongUse;
  }
  const std::optional<Model> model = parse_model(settings.model);
  if (!model) {
    fmt::print(stderr, "overtake: unknown model \"{}\"; known are sc, tso, pso\n", settings.model);
    return kWrongUse;
  }
  try {
    std::vector<RecordedTrace> traces = read_all(settings);
    return Checker(settings, *model).run(traces);
  } catch (const InputError& error) {
    fmt::print(stderr, "overtake: {}\n", error.what());
    return kBadInput;
  } catch (const fs::filesystem_error& error) {
    fmt::print(stderr, "overtake: {}\n", error.what());
    return kBadInput;
  } catch (const InternalError& error) {
    fmt::print(stderr, "overtake: internal error: {}\nPlease report this with the trace file.\n",
               error.what());
    return kInternal;
  }
}

}  // namespace overtake::cli

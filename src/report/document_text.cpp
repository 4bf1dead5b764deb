#include "report/document_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/story.h"

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string joined(const Json& parts) {
  std::string result;
  for (const Json& part : parts) result += (result.empty() ? "" : ", ") + part.get<std::string>();
  return result;
}

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

const Json& list(const Json& json, const char* key) {
  static const Json kNothing = Json::array();
  const auto it = json.find(key);
  return it != json.end() && it->is_array() ? *it : kNothing;
}

Place place_of(const Json& json) {
  Place place;
  if (json.contains("file") && json["file"].is_string()) place.file = json["file"];
  if (json.contains("line") && json["line"].is_number()) place.line = json["line"];
  return place;
}

Story story_of(const Json& error) {
  Story story;
  const Json& threads = list(error, "threads");
  for (const Json& row : list(error, "story")) {
    const auto thread = std::find(threads.begin(), threads.end(), row["thread"]);
    StoryStep step{.thread = ThreadId{static_cast<std::size_t>(thread - threads.begin())}};
    step.place = place_of(row);
    step.code = row.value("code", "");
    step.what = row.value("text", "");
    step.notes = row.value("notes", std::vector<std::string>{});
    step.buffer = row.value("buffer", "");
    step.weak = row.value("weak", false);
    step.failure = row.value("failure", false);
    story.steps.push_back(std::move(step));
  }
  return story;
}

class Writer {
 public:
  Writer(const Json& document, const Style& style) : document_(document), style_(style) {}

  std::string run() {
    for (const char* key : {"errors", "violations"})
      for (const Json& error : list(document_, key)) add_error(error);
    for (const Json& trace : list(document_, "traces")) add_trace(trace);
    const std::string command = document_.value("command", "");
    if (command == "replay") {
      // The story is all there is to say.
      if (out_.ends_with("\n\n")) out_.pop_back();
    } else if (document_.contains("traces")) {
      add_summary();
    } else if (document_.contains("executions")) {
      add_output();
      add_verdict();
      add_cost();
    } else if (command == "fences") {
      add_fences();
    } else if (document_.contains("text")) {
      out_ += document_["text"].get<std::string>();
    } else {
      add_plainly(document_, 0);
    }
    return std::move(out_);
  }

 private:
  void add_error(const Json& error) {
    out_ += fmt::format("{}: {}\n\n", paint(place_of(error).text(), Paint::Bold, style_),
                        paint(error.value("message", ""), Paint::Red, style_));
    for (const Json& sentence : list(error, "explanation"))
      out_ += paragraph(sentence.get<std::string>(), style_, 2);
    if (const Story story = story_of(error); !story.steps.empty()) {
      out_ += fmt::format("\n  How it happens under {} (time runs downwards):\n\n", model());
      out_ += draw(story, error.value("threads", std::vector<std::string>{}), style_);
    }
    if (!list(error, "legend").empty()) out_ += '\n';
    for (const Json& line : list(error, "legend"))
      out_ += paragraph(line.get<std::string>(), style_, 2);
    if (const auto left_out = error.value("left_out", std::uint64_t{0}); left_out != 0)
      out_ += fmt::format("\n  {} left out; --full shows all.\n", counted(left_out, "step"));
    if (const auto n = error.value("executions", std::uint64_t{1}); n > 1)
      out_ += fmt::format("\n  {} of those explored end like this.\n", counted(n, "execution"));
    if (error.contains("schedule_file"))
      out_ +=
          fmt::format("\n  Again: overtake replay {}\n", error["schedule_file"].get<std::string>());
    out_ += '\n';
  }

  static std::string step_text(const Json& step) {
    std::string text;
    if (step.contains("line")) text += fmt::format("line {}: ", step["line"].get<std::uint64_t>());
    text += fmt::format("{}: {}", step.value("thread", ""), step.value("text", ""));
    if (step.value("memory_write", false)) text += " reaches memory";
    return text;
  }

  void add_trace(const Json& trace) {
    out_ += fmt::format("{}: {}\n", place_of(trace).text(), trace.value("verdict", ""));
    std::size_t number = 0;
    for (const Json& step : list(trace, "witness"))
      out_ += fmt::format("  {:>4}  {}\n", ++number, step_text(step));
    for (const Json& sentence : list(trace, "explanation"))
      out_ += paragraph(sentence.get<std::string>(), style_, 2);
    if (!trace.contains("reason")) return;
    for (const Json& edge : list(trace["reason"], "cycle"))
      out_ += fmt::format("    {}\n      before the next: {}\n", step_text(edge["from"]),
                          edge.value("text", edge.value("rule", "")));
  }

  void add_summary() {
    std::string counts;
    for (const auto& [what, count] : document_["summary"].items())
      if (count != 0)
        counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count.dump(), what);
    out_ += fmt::format("{} under {}: {}\n", counted(document_["traces"].size(), "trace"),
                        document_.value("model", ""), counts);
  }

  void add_output() {
    const std::string output = document_.value("output", "");
    if (output.empty()) return;
    out_ += "Output of the program on the way there:\n" + output;
    if (!output.ends_with('\n')) out_ += '\n';
    out_ += '\n';
  }

  void add_verdict() {
    const std::string verdict = document_.value("verdict", "");
    std::string text;
    Paint color = Paint::Yellow;
    if (verdict == "safe" || verdict == "robust") {
      text = verdict == "safe" ? "no error" : "robust: only SC behaviours";
      color = Paint::Green;
    } else if (verdict == "error" || verdict == "violation") {
      text = verdict == "error" ? counted(list(document_, "errors").size(), "error")
                                : counted(list(document_, "violations").size(), "violation") +
                                      " of sequential consistency";
      color = Paint::Red;
    } else {
      text = "inconclusive";
    }
    text += " under " + model();
    if (verdict == "inconclusive") text += ": no error found, but not everything was explored";
    out_ += fmt::format("{}: {}\n", joined(list(document_, "input")), paint(text, color, style_));
    for (const Json& reason : list(document_, "reasons"))
      out_ += paragraph(reason.get<std::string>(), style_, 2);
    for (const Json& note : list(document_, "notes"))
      out_ += paragraph(note.get<std::string>(), style_, 2);
    for (const Json& loop : list(document_, "bounded_loops"))
      out_ += fmt::format("  {}: this loop was cut off by --unroll\n", place_of(loop).text());
    if (document_.contains("input_range") && document_["input_range"].is_string())
      out_ += paragraph(
          fmt::format("for inputs in {} only ({})", document_["input_range"].get<std::string>(),
                      joined(list(document_, "restricted_inputs"))),
          style_, 2);
    if (const std::string why = document_.value("rf_because", ""); !why.empty())
      out_ += paragraph("explored by reads-from, because of " + why, style_, 2);
    if (const std::string why = document_.value("exhaustive_because", ""); !why.empty())
      out_ += paragraph(document_.value("equivalence", "") == "states"
                            ? "explored exhaustively, because of " + why +
                                  "; there are many executions, and those that end in the same "
                                  "state count as one"
                            : "explored exhaustively, because of " + why,
                        style_, 2);
  }

  void add_cost() {
    const Json& e = document_["executions"];
    const auto count = [&](const char* key) {
      return e.is_object() ? e.value(key, std::uint64_t{0}) : 0;
    };
    std::string text = counted(
        e.is_object() ? count("complete") + count("blocked") + count("bounded") + count("redundant")
                      : e.get<std::uint64_t>(),
        "execution");
    std::string parts;
    const auto part = [&](const char* key, std::string_view what) {
      if (count(key) != 0)
        parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", count(key), what);
    };
    part("blocked", "stopped by an assume");
    part("bounded", "cut off by a loop bound");
    part("redundant", "redundant");
    if (!parts.empty()) text += fmt::format(" ({})", parts);
    out_ += fmt::format("  {}, {:.2f} s, {:.0f} MB\n", text, document_.value("seconds", 0.0),
                        document_.value("peak_memory_bytes", 0.0) / 1e6);
    if (document_.contains("statistics")) add_statistics(document_["statistics"]);
  }

  void add_statistics(const Json& s) {
    out_ += "  How it was explored:\n";
    for (const auto& [key, what] : {std::pair{"events", "events executed"},
                                    {"planned_peak", "schedules planned at one time, at most"},
                                    {"mutations", "mutations looked at"},
                                    {"known", "  known already"},
                                    {"unrealizable_at_a_glance", "  unrealizable at a glance"},
                                    {"by_order", "  realizable in the old order, repaired"},
                                    {"by_short_search", "  decided by a short search"},
                                    {"by_closure", "  refuted by the closure"},
                                    {"by_search", "  decided by search inside the closure"},
                                    {"closure_edges", "edges that the closure added"},
                                    {"search_states", "states of the searches"},
                                    {"transfers", "work items handed over"},
                                    {"bytes_moved", "  bytes of these, to other processes"},
                                    {"claims", "claims asked of other processes"}})
      out_ += fmt::format("    {:<52}{:>14}\n", what, s.value(key, std::uint64_t{0}));
    double whole = 0;
    for (const Json& seconds : s["seconds"]) whole += seconds.get<double>();
    std::string split;
    for (const auto& [what, seconds] : s["seconds"].items())
      split += fmt::format("{}{:.0f} % {}", split.empty() ? "" : ", ",
                           whole > 0 ? 100 * seconds.get<double>() / whole : 0, what);
    out_ += fmt::format("    time: {}\n", split);
  }

  void add_fences() {
    out_ += fmt::format("{}: {} ({} under {})\n", joined(list(document_, "input")),
                        document_.value("verdict", ""), document_.value("criterion", ""), model());
    for (const Json& reason : list(document_, "reasons"))
      out_ += paragraph(reason.get<std::string>(), style_, 2);
    for (const Json& fence : list(document_, "fences"))
      out_ += fmt::format("  {}  {}: {}\n", place_of(fence).text(), fence.value("thread", ""),
                          fence.value("text", fence.value("after", "")));
    if (const std::string patch = document_.value("patch", ""); !patch.empty())
      out_ += "\n" + patch;
  }

  // A document of a command that has no words of its own here: its keys and values.
  void add_plainly(const Json& json, int indent) {
    for (const auto& [key, value] : json.items()) {
      if (key == "sources" || key == "schedule" || key == "story") continue;
      if (indent == 0 && (key == "errors" || key == "violations")) continue;
      if (value.is_object()) {
        out_ += fmt::format("{:{}}{}:\n", "", indent, key);
        add_plainly(value, indent + 2);
      } else if (value.is_array() && !value.empty() && value[0].is_object()) {
        out_ += fmt::format("{:{}}{}:\n", "", indent, key);
        for (const Json& entry : value) {
          add_plainly(entry, indent + 2);
          out_ += '\n';
        }
      } else if (value.is_string()) {
        out_ += fmt::format("{:{}}{}: {}\n", "", indent, key, value.get<std::string>());
      } else if (!value.is_null() && !(value.is_array() && value.empty())) {
        out_ += fmt::format("{:{}}{}: {}\n", "", indent, key,
                            value.dump(-1, ' ', false, Json::error_handler_t::replace));
      }
    }
  }

  std::string model() const { return upper(document_.value("model", "")); }

  const Json& document_;
  Style style_;
  std::string out_;
};

}  // namespace

std::string to_text(const Json& document, const Style& style) {
  return Writer(document, style).run();
}

}  // namespace overtake::report

#include "report/sarif.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "report/comparison.h"
#include "report/sha256.h"
#include "report/shown_runs.h"

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

Json message_json(const std::string& text) { return {{"text", text}}; }

// A path as a URI reference: relative ones stay relative, so that they are found in a repository.
std::string uri_of(const std::string& path) {
  static constexpr std::string_view kPlain = "-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  std::string_view rest = path;
  while (rest.starts_with("./")) rest.remove_prefix(2);
  for (unsigned char c : rest) {
    if (std::isalnum(c) != 0 || kPlain.find(static_cast<char>(c)) != kPlain.npos)
      uri += static_cast<char>(c);
    else
      uri += fmt::format("%{:02X}", c);
  }
  return uri;
}

// {"physicalLocation": ..., "message": ...}; without a place only the message.
Json location_json(const Place& at, const std::string& text) {
  Json location = Json::object();
  if (at.known()) {
    Json region = {{"startLine", at.line}};
    if (at.column != 0) region["startColumn"] = at.column;
    location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(at.file)}}},
                                    {"region", std::move(region)}};
  }
  if (!text.empty()) location["message"] = message_json(text);
  return location;
}

class SarifWriter {
 public:
  explicit SarifWriter(const Document& document)
      : document_(document), runs_(shown_runs(document)) {}

  Json run() {
    // Of fences, the findings are the places where one is missing.
    if (const auto* fences = std::get_if<FencesDocument>(&document_)) {
      for (const Fence& fence : fences->fences) add_fence(fence);
    } else {
      for (const ShownRun& shown : runs_) add_error(shown);
    }
    if (const auto* traces = std::get_if<ConsistencyDocument>(&document_))
      for (const TraceResult& trace : traces->traces)
        if (trace.verdict == TraceVerdict::Inconsistent) add_trace(trace);
    const Frame* around = frame(document_);
    Json driver = {{"name", "overtake"},
                   {"version", around != nullptr ? around->version : "0"},
                   {"rules", std::move(rules_)}};
    Json run = Json::object();
    run["tool"] = {{"driver", std::move(driver)}};
    run["invocations"] = Json::array({invocation()});
    run["artifacts"] = artifacts();
    run["results"] = std::move(results_);
    Json sarif = Json::object();
    sarif["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    sarif["version"] = "2.1.0";
    sarif["runs"] = Json::array({std::move(run)});
    return sarif;
  }

 private:
  // The index of a rule; it is made when first needed.
  std::size_t rule(const std::string& id, const std::string& description, const char* level) {
    const auto [at, is_new] = rule_index_.try_emplace(id, rules_.size());
    if (is_new)
      rules_.push_back({{"id", id},
                        {"shortDescription", message_json(description)},
                        {"defaultConfiguration", {{"level", level}}},
                        {"properties", {{"tags", {"concurrency", "correctness"}}}}});
    return at->second;
  }

  Json result(const std::string& id, const std::string& description, const char* level,
              const std::string& text, const Place& at) {
    Json json = Json::object();
    json["ruleId"] = id;
    json["ruleIndex"] = rule(id, description, level);
    json["level"] = level;
    json["message"] = message_json(text);
    if (at.known()) json["locations"] = Json::array({location_json(at, "")});
    // The line's text, not its number: findings keep their identity when code moves.
    const std::string code = at.known() ? line_text(at) : std::string();
    const Json file = at.known() ? Json(at.file) : Json();
    json["partialFingerprints"] = {{"overtake/v1", sha256(id + '\n' + file.dump() + '\n' + code)}};
    return json;
  }

  std::string line_text(const Place& at) const {
    for (const SourceFile& source : sources()) {
      if (source.file != at.file) continue;
      std::size_t begin = 0;
      for (std::uint32_t line = at.line; line > 1 && begin < source.text.size(); --line) {
        const std::size_t end = source.text.find('\n', begin);
        begin = end == std::string::npos ? source.text.size() : end + 1;
      }
      return source.text.substr(begin, source.text.find('\n', begin) - begin);
    }
    return {};
  }

  const std::vector<SourceFile>& sources() const {
    static const std::vector<SourceFile> kNothing;
    const Frame* around = frame(document_);
    return around != nullptr ? around->sources : kNothing;
  }

  std::string model() const {
    const Frame* around = frame(document_);
    return around != nullptr ? std::string(name(around->model)) : std::string();
  }

  void add_error(const ShownRun& shown) {
    std::string text = shown.message;
    if (!shown.explanation.empty()) text += ". " + joined(shown.explanation, " ");
    const std::string description = text.substr(0, text.find(':'));
    Json json = result(shown.kind, description, "error", text, shown.place);
    add_flow(json, shown.run);
    results_.push_back(std::move(json));
  }

  void add_flow(Json& result, const Run& run) const {
    Json flows = thread_flows(run);
    if (!flows.empty())
      result["codeFlows"] = Json::array(
          {{{"message",
             message_json(fmt::format("How it happens under the memory model {}", model()))},
            {"threadFlows", std::move(flows)}}});
  }

  // The flows of a run, thread by thread; steps are numbered over all of them.
  class Flows {
   public:
    void add(const std::string& thread, const Place& at, std::string text,
             const std::vector<std::string>& notes, bool essential) {
      text = fmt::format("{} {}", thread, text);
      for (const std::string& note : notes) text += "; " + note;
      Json location = Json::object();
      location["location"] = location_json(at, text);
      location["executionOrder"] = ++order_;
      location["importance"] = essential ? "essential" : "important";
      of(thread).push_back(std::move(location));
    }

    Json json() && {
      Json list = Json::array();
      for (auto& [thread, locations] : flows_)
        list.push_back({{"id", thread},
                        {"message", message_json("thread " + thread)},
                        {"locations", std::move(locations)}});
      return list;
    }

   private:
    Json& of(const std::string& thread) {
      for (auto& [name, locations] : flows_)
        if (name == thread) return locations;
      return flows_.emplace_back(thread, Json::array()).second;
    }

    std::vector<std::pair<std::string, Json>> flows_;
    std::size_t order_ = 0;
  };

  // The story if there is one, else all steps; drains stand at the store that reaches memory.
  static Json thread_flows(const Run& run) {
    Flows flows;
    for (const StoryStep& row : run.story) {
      const bool elsewhere = !row.place.known() && !row.steps.empty();
      flows.add(row.thread, elsewhere ? run.schedule[row.steps[0]].place : row.place, row.what,
                row.notes, row.weak || row.failure);
    }
    if (run.story.empty())
      for (const Step& step : run.schedule)
        flows.add(step.thread, step.place, step.text, {}, false);
    return std::move(flows).json();
  }

  void add_trace(const TraceResult& trace) {
    Json json = result("inconsistent-trace",
                       "a recorded trace that the memory model does not allow", "error",
                       fmt::format("This trace is inconsistent with {}. {}", model(),
                                   joined(trace.explanation, " ")),
                       trace.place);
    Json locations = Json::array();
    if (trace.reason)
      for (const TraceEdge& edge : trace.reason->cycle)
        locations.push_back(
            {{"location", location_json({trace.place.file, edge.from.line},
                                        fmt::format("{}: before the next, because of {}",
                                                    edge.from.text, edge.text))}});
    if (!locations.empty())
      json["codeFlows"] =
          Json::array({{{"threadFlows", Json::array({{{"locations", std::move(locations)}}})}}});
    results_.push_back(std::move(json));
  }

  void add_fence(const Fence& fence) {
    Json json = result("missing-fence", "a fence is missing", "warning", missing_text(fence),
                       {fence.place.file, fence.place.line});
    if (!runs_.empty()) add_flow(json, runs_.front().run);
    results_.push_back(std::move(json));
  }

  Json invocation() const {
    Json notifications = Json::array();
    std::visit(
        [&](const auto& d) {
          if constexpr (requires { d.reasons; })
            for (const Reason& reason : d.reasons)
              notifications.push_back(
                  {{"level", "warning"},
                   {"message", message_json("inconclusive: " + sentence(reason))}});
          if constexpr (requires { d.bounded_loops; })
            for (const Place& loop : d.bounded_loops)
              notifications.push_back(
                  {{"level", "warning"},
                   {"message", message_json("this loop was cut off by --unroll")},
                   {"locations", Json::array({location_json(loop, "")})}});
        },
        document_);
    Json json = {{"executionSuccessful", true}};
    if (!notifications.empty()) json["toolExecutionNotifications"] = std::move(notifications);
    return json;
  }

  Json artifacts() const {
    Json list = Json::array();
    for (const SourceFile& source : sources())
      list.push_back({{"location", {{"uri", uri_of(source.file)}}},
                      {"hashes", {{"sha-256", sha256(source.text)}}}});
    return list;
  }

  const Document& document_;
  const std::vector<ShownRun> runs_;
  Json rules_ = Json::array();
  Json results_ = Json::array();
  std::map<std::string, std::size_t> rule_index_;
};

}  // namespace

std::string to_sarif(const Document& document) {
  return SarifWriter(document).run().dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace overtake::report

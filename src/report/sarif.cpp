#include "report/sarif.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "report/sha256.h"

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

bool has_place(const Json& at) {
  return at.contains("file") && at["file"].is_string() && at.contains("line") &&
         at["line"].is_number();
}

// {"physicalLocation": ..., "message": ...}; without a place only the message.
Json location_json(const Json& at, const std::string& text) {
  Json location = Json::object();
  if (has_place(at)) {
    Json region = {{"startLine", at["line"]}};
    if (at.contains("column") && at["column"].is_number()) region["startColumn"] = at["column"];
    location["physicalLocation"] = {
        {"artifactLocation", {{"uri", uri_of(at["file"].get<std::string>())}}},
        {"region", std::move(region)}};
  }
  if (!text.empty()) location["message"] = message_json(text);
  return location;
}

std::string joined(const Json& sentences) {
  std::string text;
  for (const Json& sentence : sentences)
    text += (text.empty() ? "" : " ") + sentence.get<std::string>();
  return text;
}

class Writer {
 public:
  explicit Writer(const Json& document) : document_(document) {}

  Json run() {
    // Of fences, the findings are the places where one is missing.
    const bool fences = document_.value("command", "") == "fences";
    for (const char* list : {"errors", "violations"})
      if (!fences)
        for (const Json& part : document_.value(list, Json::array())) add_error(part);
    for (const Json& trace : document_.value("traces", Json::array()))
      if (trace.value("verdict", "") == "inconsistent") add_trace(trace);
    for (const Json& fence : document_.value("fences", Json::array())) add_fence(fence);
    Json driver = {{"name", "overtake"},
                   {"version", document_.value("version", "0")},
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
              const std::string& text, const Json& at) {
    Json json = Json::object();
    json["ruleId"] = id;
    json["ruleIndex"] = rule(id, description, level);
    json["level"] = level;
    json["message"] = message_json(text);
    if (has_place(at)) json["locations"] = Json::array({location_json(at, "")});
    // The line's text, not its number: findings keep their identity when code moves.
    const std::string code = has_place(at) ? line_text(at) : std::string();
    json["partialFingerprints"] = {
        {"overtake/v1", sha256(id + '\n' + at.value("file", Json("")).dump() + '\n' + code)}};
    return json;
  }

  std::string line_text(const Json& at) const {
    for (const Json& source : document_.value("sources", Json::array())) {
      if (source["file"] != at["file"]) continue;
      const std::string text = source["text"].get<std::string>();
      std::size_t begin = 0;
      for (auto line = at["line"].get<std::size_t>(); line > 1 && begin < text.size(); --line) {
        const std::size_t end = text.find('\n', begin);
        begin = end == text.npos ? text.size() : end + 1;
      }
      return text.substr(begin, text.find('\n', begin) - begin);
    }
    return {};
  }

  void add_error(const Json& part) {
    const std::string kind = part.value("kind", "violation");
    std::string text = part.value("message", kind);
    if (const std::string why = joined(part.value("explanation", Json::array())); !why.empty())
      text += ". " + why;
    const std::string description = text.substr(0, text.find(':'));
    Json json = result(kind, description, "error", text, part);
    add_flow(json, part);
    results_.push_back(std::move(json));
  }

  void add_flow(Json& result, const Json& part) const {
    Json flows = thread_flows(part);
    if (!flows.empty())
      result["codeFlows"] = Json::array(
          {{{"message", message_json(fmt::format("How it happens under the memory model {}",
                                                 document_.value("model", "")))},
            {"threadFlows", std::move(flows)}}});
  }

  // The story if there is one, else all steps; drains stand at the store that reaches memory.
  static Json thread_flows(const Json& part) {
    const Json schedule = part.value("schedule", Json::array());
    const Json& steps = part.contains("story") ? part["story"] : schedule;
    std::vector<std::pair<std::string, Json>> flows;
    std::size_t order = 0;
    for (const Json& step : steps) {
      const std::string thread = step.value("thread", "?");
      Json at = step;
      if (!has_place(step) && step.contains("steps") && !step["steps"].empty())
        at = schedule[step["steps"][0].get<std::size_t>()];
      std::string text = fmt::format("{} {}", thread, step.value("text", ""));
      for (const Json& note : step.value("notes", Json::array()))
        text += "; " + note.get<std::string>();
      Json location = Json::object();
      location["location"] = location_json(at, text);
      location["executionOrder"] = ++order;
      location["importance"] =
          step.value("weak", false) || step.value("failure", false) ? "essential" : "important";
      flow_of(flows, thread).push_back(std::move(location));
    }
    Json json = Json::array();
    for (auto& [thread, locations] : flows)
      json.push_back({{"id", thread},
                      {"message", message_json("thread " + thread)},
                      {"locations", std::move(locations)}});
    return json;
  }

  static Json& flow_of(std::vector<std::pair<std::string, Json>>& flows,
                       const std::string& thread) {
    for (auto& [name, locations] : flows)
      if (name == thread) return locations;
    return flows.emplace_back(thread, Json::array()).second;
  }

  void add_trace(const Json& trace) {
    const std::string model = document_.value("model", "");
    Json json = result("inconsistent-trace",
                       "a recorded trace that the memory model does not allow", "error",
                       fmt::format("This trace is inconsistent with {}. {}", model,
                                   joined(trace.value("explanation", Json::array()))),
                       trace);
    Json locations = Json::array();
    for (const Json& edge : trace.value("/reason/cycle"_json_pointer, Json::array())) {
      Json at = edge["from"];
      at["file"] = trace["file"];
      locations.push_back(
          {{"location",
            location_json(at, fmt::format("{}: before the next, because of {}",
                                          at.value("text", ""), edge.value("text", "")))}});
    }
    if (!locations.empty())
      json["codeFlows"] =
          Json::array({{{"threadFlows", Json::array({{{"locations", std::move(locations)}}})}}});
    results_.push_back(std::move(json));
  }

  void add_fence(const Json& fence) {
    Json json = result("missing-fence", "a fence is missing", "warning",
                       fence.value("text", "a fence is missing here"), fence);
    if (const Json runs = document_.value("violations", Json::array()); !runs.empty())
      add_flow(json, runs[0]);
    results_.push_back(std::move(json));
  }

  Json invocation() const {
    Json json = {{"executionSuccessful", true}};
    Json notifications = Json::array();
    for (const Json& reason : document_.value("reasons", Json::array()))
      notifications.push_back(
          {{"level", "warning"},
           {"message", message_json("inconclusive: " + reason.get<std::string>())}});
    for (const Json& loop : document_.value("bounded_loops", Json::array()))
      notifications.push_back({{"level", "warning"},
                               {"message", message_json("this loop was cut off by --unroll")},
                               {"locations", Json::array({location_json(loop, "")})}});
    if (!notifications.empty()) json["toolExecutionNotifications"] = std::move(notifications);
    return json;
  }

  Json artifacts() const {
    Json list = Json::array();
    for (const Json& source : document_.value("sources", Json::array()))
      list.push_back({{"location", {{"uri", uri_of(source["file"].get<std::string>())}}},
                      {"hashes", {{"sha-256", sha256(source["text"].get<std::string>())}}}});
    return list;
  }

  const Json& document_;
  Json rules_ = Json::array();
  Json results_ = Json::array();
  std::map<std::string, std::size_t> rule_index_;
};

}  // namespace

std::string to_sarif(const Json& document) {
  return Writer(document).run().dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace overtake::report

#include "cli/fences_document.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/check_report.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;

// The run that the program has without the fences, as an execution like any other.
Json violation(const fences::Counterexample& c, const ir::Program& program,
               const std::string& failure) {
  Json json = Json::object();
  json["message"] = failure.empty() ? "without fences, this can happen"
                                    : "without fences, this can happen: " + failure;
  json["file"] = nullptr;
  json["line"] = nullptr;
  json["explanation"] = Json::array();
  if (c.first > 0)
    json["explanation"].push_back(
        fmt::format("The first {} steps are as under sequential consistency.", c.first));
  json["missed"] = Json::array();
  report::add_execution(json, program, c.replay, true);
  return json;
}

}  // namespace

Json fences_document(const FencesReport& around, const fences::Report& report,
                     const ir::Program& program, const std::string& patch) {
  const nlohmann::json plain = to_json(around, report);
  Json json = Json::object();
  json["command"] = "fences";
  json["version"] = OVERTAKE_VERSION;
  for (const auto& [key, value] : plain.items())
    json[key] = Json::parse(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  for (Json& fence : json["fences"])
    fence["text"] = fmt::format("a {} is missing behind: {}",
                                fence["kind"] == "full" ? "fence" : "store-store fence",
                                fence["after"].get<std::string>());
  if (!patch.empty()) json["patch"] = patch;
  if (report.verdict == fences::Verdict::FencesNeeded)
    json["comparison"] = {
        {{"what", "fences that are added"}, {"before", 0}, {"after", report.fences.size()}},
        {{"what", around.criterion == "safety" ? "every assertion holds" : "behaves as under SC"},
         {"before", "no"},
         {"after", fmt::format("yes: all states searched, {}",
                               report.minimal ? "with one fence less it does not"
                                              : "not known to be the fewest")}}};
  json["violations"] = Json::array();
  if (report.counterexample)
    json["violations"].push_back(violation(*report.counterexample, program, report.failure));
  report::add_sources(json);
  return json;
}

}  // namespace overtake::cli

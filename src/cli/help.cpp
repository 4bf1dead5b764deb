#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/exit_codes.h"
#include "cli/machines.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string left_of(const Option& o) {
  return fmt::format("{}{}{}", o.name, o.value.empty() ? "" : " ", o.value);
}

Json describe(const Use& use) {
  const Option& o = option(use.name);
  Json json{{"name", o.name}, {"value", o.value}, {"help", use.help_text()}};
  json["words"] = o.words;
  json["list"] = o.takes == Takes::Words;
  json["file"] = o.takes == Takes::File;
  return json;
}

Json describe(const Command& command) {
  Json json{{"name", command.name},
            {"summary", command.summary},
            {"arguments", command.arguments},
            {"about", command.about}};
  json["options"] = Json::array();
  for (const Use& use : command.all_options()) json["options"].push_back(describe(use));
  json["examples"] = Json::array();
  for (const Example& e : command.examples)
    json["examples"].push_back({{"command", e.command}, {"meaning", e.meaning}});
  return json;
}

}  // namespace

// The version alone on the first line, for programs; then what this build can do.
std::string version_text() {
#ifdef OVERTAKE_CLANG_VERSION
  constexpr const char* kSources = "clang " OVERTAKE_CLANG_VERSION ", built in";
#else
  constexpr const char* kSources = "not built in";
#endif
  const std::string module = mpi_module();
  return fmt::format(
      "overtake {}\n"
      "C, C++, LLVM:      {}\n"
      "several machines:  {}\n",
      OVERTAKE_VERSION, kSources,
      module.empty() ? "no module for MPI (Debian: overtake-mpi)" : "MPI, by " + module);
}

std::string help_text() {
  std::string out =
      "overtake finds the concurrency bugs that store buffers cause.\n"
      "Usage: overtake COMMAND ...      (overtake COMMAND --help explains one)\n\n";
  for (const Command& command : commands())
    out += fmt::format("  {:<15}{}\n", command.name, command.summary);
  out +=
      "\n  --version      the version, and what is built in\n\n"
      "Exit codes: 0 no error, 10 error found, 5 inconclusive (a limit was reached),\n"
      "1 wrong use, 2 bad input, 6 internal error.\n\n"
      "Example: overtake check examples/store_buffering.c --model tso\n";
  return out;
}

std::string help_text(const Command& command, bool all) {
  std::string out = fmt::format("Usage: overtake {} {}\n{}{}\n", command.name, command.arguments,
                                command.summary, command.summary.ends_with('?') ? "" : ".");
  const std::vector<Use> uses = all ? command.all_options() : command.options;
  std::size_t widest = 0;
  for (const Use& use : uses) widest = std::max(widest, left_of(option(use.name)).size());
  for (const Use& use : uses)
    out += fmt::format("  {:<{}}  {}\n", left_of(option(use.name)), widest, use.help_text());
  if (!all && !command.more_options.empty())
    out += fmt::format("  {:<{}}  all options\n", "--help-all", widest);
  if (!command.about.empty()) out += fmt::format("{}\n", command.about);
  for (const Example& example : command.examples)
    out += fmt::format("Example: {}{}{}\n", example.command,
                       example.meaning.empty() ? "" : "    # ", example.meaning);
  return out;
}

std::string describe_text() {
  Json json{{"version", OVERTAKE_VERSION}};
  json["commands"] = Json::array();
  for (const Command& command : commands()) json["commands"].push_back(describe(command));
  json["exit_codes"] = Json::array();
  for (const ExitCodeRow& row : kExitCodes)
    json["exit_codes"].push_back({{"code", to_int(row.code)}, {"meaning", row.meaning}});
  return json.dump(1) + "\n";
}

}  // namespace overtake::cli

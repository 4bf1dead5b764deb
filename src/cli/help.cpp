#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

namespace overtake::cli {

std::string version_text() { return "overtake " OVERTAKE_VERSION "\n"; }

std::string help_text() {
  std::string out =
      "overtake finds the concurrency bugs that store buffers let in.\n"
      "Usage: overtake COMMAND ...      (overtake COMMAND --help explains one)\n\n";
  for (const Command& command : commands())
    out += fmt::format("  {:<15}{}\n", command.name, command.summary);
  out +=
      "\n  --help       this page\n"
      "  --version    the version\n\n"
      "Exit codes: 0 no error, 10 error found, 5 inconclusive (a limit was reached),\n"
      "1 wrong use, 2 bad input, 6 internal error.\n\n"
      "Example: overtake check examples/store_buffering.c --model tso\n";
  return out;
}

std::string help_text(const Command& command, bool all) {
  std::string out = fmt::format("Usage: overtake {} {}\n{}{}\n", command.name, command.arguments,
                                command.summary, command.summary.ends_with('?') ? "" : ".");
  std::vector<std::string_view> names = command.options;
  if (all) names.insert(names.end(), command.more_options.begin(), command.more_options.end());
  std::size_t widest = 0;
  auto left = [](const Option& o) {
    return fmt::format("{}{}{}", o.name, o.value.empty() ? "" : " ", o.value);
  };
  for (std::string_view name : names) widest = std::max(widest, left(option(name)).size());
  for (std::string_view name : names)
    out += fmt::format("  {:<{}}  {}\n", left(option(name)), widest, option(name).help);
  if (!all && !command.more_options.empty())
    out += fmt::format("  {:<{}}  all options\n", "--help-all", widest);
  for (const Example& example : command.examples)
    out += fmt::format("Example: {}{}{}\n", example.command,
                       example.meaning.empty() ? "" : "    # ", example.meaning);
  return out;
}

}  // namespace overtake::cli

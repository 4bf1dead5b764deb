// The commands of `overtake`, and the way from argv to one of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace overtake::cli {

struct Example {
  std::string_view command;
  std::string_view meaning;
};

struct Command {
  std::string_view name;
  std::string_view summary;               // one line, for `overtake --help`
  std::string_view arguments;             // "FILE... [-- compiler flags]"
  std::vector<std::string_view> options;  // names in the table of options
  // Rarely needed ones, so that --help fits a screen; --help-all lists them, too.
  std::vector<std::string_view> more_options = {};
  std::vector<Example> examples;
  int (*run)(const Settings& settings) = nullptr;
  // A command with a command line of its own; it also prints its own help.
  int (*run_own)(std::span<const std::string> arguments) = nullptr;
};

std::span<const Command> commands();

// `overtake ARGUMENTS...`: the exit code. Prints every message itself; throws nothing.
int run(std::span<const std::string> arguments);

}  // namespace overtake::cli

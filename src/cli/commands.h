// The commands of `overtake`, and the way from argv to one of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace overtake::cli {

// An option of a command; `help` if it means something else there than the table says.
struct Use {
  std::string_view name;
  std::string_view help = {};

  Use(const char* name) : name(name) {}  // NOLINT: lists of names
  Use(const char* name, const char* help) : name(name), help(help) {}
  std::string_view help_text() const { return help.empty() ? option(name).help : help; }
};

struct Example {
  std::string_view command;
  std::string_view meaning = {};
};

struct Command {
  std::string_view name;
  std::string_view summary;    // one line, for `overtake --help`
  std::string_view arguments;  // "FILE... [options]"; begins with '[' if it takes no files
  std::vector<Use> options;
  // Rarely needed ones, so that --help fits a screen; --help-all lists them, too.
  std::vector<Use> more_options = {};
  std::string_view about = {};  // one more line of help
  std::vector<Example> examples;
  int (*run)(const Settings& settings) = nullptr;

  bool takes_files() const { return !arguments.starts_with('['); }
  bool takes_flags() const { return arguments.ends_with("flags]"); }
  bool takes_program() const { return arguments.ends_with(" -- PROGRAM [arguments]"); }
  std::vector<Use> all_options() const;
};

// What the rows of the table run, each in a file of its name: they return the exit code.
int bench_command(const Settings& settings);
int bmc_command(const Settings& settings);
int sequentialize_command(const Settings& settings);
int check_command(const Settings& settings);
int consistency_command(const Settings& settings);
int explain_command(const Settings& settings);
int fences_command(const Settings& settings);
int fuzz_command(const Settings& settings);
int ir_command(const Settings& settings);
int linearize_command(const Settings& settings);
int litmus_command(const Settings& settings);
int monitor_command(const Settings& settings);
int observe_command(const Settings& settings);
int replay_command(const Settings& settings);

// The table (cli/command_table.cpp).
std::span<const Command> commands();
const Command* find_command(std::string_view name);

// `overtake ARGUMENTS...`: the exit code. Prints every message itself; throws nothing.
int run(std::span<const std::string> arguments);

}  // namespace overtake::cli

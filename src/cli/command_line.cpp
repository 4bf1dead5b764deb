// From argv to a command: parsing by the tables, messages about wrong use, the last catch.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>
#include <utility>

#include "analysis/compile_database.h"
#include "analysis/frame.h"
#include "base/advice.h"
#include "base/file_and_name.h"
#include "base/limit.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/help.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "report/remarks.h"

namespace overtake::cli {
namespace {

UsageError unknown_command(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  std::string message = fmt::format("'{}' is not a command", word);
  std::error_code ignored;
  if (const auto guess = closest(word, names))
    message += fmt::format("; did you mean 'overtake {}'?", *guess);
  else if (std::filesystem::exists(word, ignored))
    message += fmt::format("; did you mean 'overtake check {}'?", word);
  return UsageError(message);
}

UsageError unknown_option(const Command& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> names{"--help"};
  for (const Use& use : command.all_options()) names.emplace_back(use.name);
  std::string message = fmt::format("'{}' is not an option of 'overtake {}'", name, command.name);
  if (const auto guess = closest(name, names))
    message += fmt::format("; did you mean '{}'?", *guess);
  else if (command.takes_flags())
    message += "; compiler flags stand after '--'";
  return UsageError(message);
}

// An option without what stands after it; CLI11's message begins with its name.
std::optional<UsageError> missing_value(const Command& command, std::string_view message) {
  const std::string_view name = message.substr(0, message.find(':'));
  for (const Use& use : command.all_options()) {
    const Option& row = option(use.name);
    if (row.value.empty() || (row.name != name && row.alias != name)) continue;
    return UsageError(
        fmt::format("{} needs a value: {} {}: {}", name, row.name, row.value, use.help_text()));
  }
  return std::nullopt;
}

// What CLI11 found wrong, in our words where it can be said better.
UsageError parse_failure(const Command& command, const CLI::App& app,
                         const CLI::ParseError& error) {
  for (const std::string& word : app.remaining())
    if (word.starts_with('-') && word.size() > 1) return unknown_option(command, word);
  if (command.takes_program() && !app.remaining().empty())
    return UsageError(fmt::format("'{}' is not an option; the program stands after '--'",
                                  app.remaining().front()));
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch))
    if (const std::optional<UsageError> missing = missing_value(command, error.what()))
      return *missing;
  return UsageError(error.what());
}

// With -p and no file, --entry may name a source file of the project: it becomes the input, and the
// program starts with its main.
void resolve_project_entry(Settings& settings) {
  if (settings.compile_database.empty() || !settings.files.empty()) return;
  // FILE, or FILE:FUNCTION
  const FileAndName split = split_file_and_name(settings.entry);
  const bool function = !split.name.empty() && std::filesystem::path(split.file).has_extension();
  const std::string file(function ? split.file : std::string_view(settings.entry));
  std::error_code ignored;
  if (!std::filesystem::exists(settings.compile_database, ignored))
    throw InputError(fmt::format("{}: cannot be read", settings.compile_database));
  if (!std::filesystem::path(file).has_extension())
    throw UsageError("no FILE given: with -p, name one, or --entry FILE");
  settings.files = {analysis::source_named(settings.compile_database, file)};
  settings.entry = function ? std::string(split.name) : "main";
}

enum class Help : std::uint8_t { None, Short, All };

Settings parse(const Command& command, std::span<const std::string> arguments, Help& help) {
  Settings settings;
  auto end = std::find(arguments.begin(), arguments.end(), "--");
  // CLI11 takes the arguments from the back.
  std::vector<std::string> reversed(std::make_reverse_iterator(end), arguments.rend());
  if (end != arguments.end()) settings.compiler_flags.assign(end + 1, arguments.end());

  CLI::App app;
  app.set_help_flag();
  app.add_flag_callback("-h,--help", [&] { help = Help::Short; });
  app.add_flag_callback("--help-all", [&] { help = Help::All; });
  if (command.takes_files()) app.add_option("FILE", settings.files);
  for (const Use& use : command.all_options()) {
    const Option& row = option(use.name);
    std::string names(row.name);
    if (!row.alias.empty()) names += fmt::format(",{}", row.alias);
    const auto set = [&settings, &row](const std::string& value) {
      try {
        row.set(settings, value);
      } catch (const UsageError& error) {
        throw CLI::ValidationError(std::string(row.name), error.what());
      }
    };
    if (row.takes == Takes::Nothing)
      app.add_flag_callback(names, [set] { set(""); });
    else
      app.add_option_function<std::string>(names, set);
  }
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    if (help != Help::None) return settings;
    throw parse_failure(command, app, error);
  }
  if (help != Help::None) return settings;
  if (!settings.several.empty() && command.name != "check")
    throw UsageError("--model takes one memory model here; 'overtake check' takes several");
  resolve_project_entry(settings);
  if (settings.files.empty() && command.takes_files())
    throw UsageError(fmt::format(
        "no {} given", command.arguments.substr(0, command.arguments.find_first_of(". "))));
  if (command.takes_program()) settings.command = std::exchange(settings.compiler_flags, {});
  if (!settings.compiler_flags.empty() && !command.takes_flags())
    throw UsageError("this command takes no compiler flags");
  return settings;
}

int run_command(const Command& command, std::span<const std::string> arguments) {
  Help help = Help::None;
  const Settings settings = parse(command, arguments, help);
  if (help != Help::None) {
    write_stdout(help_text(command, help == Help::All));
    return to_int(ExitCode::NoError);
  }
  return command.run(settings);
}

int dispatch(std::span<const std::string> arguments) {
  const std::string first = arguments.empty() ? "" : arguments[0];
  if (first == "--version") {
    write_stdout(version_text());
    return to_int(ExitCode::NoError);
  }
  if (first == "--help" || first == "-h" || first == "help") {
    const Command* about = arguments.size() > 1 ? find_command(arguments[1]) : nullptr;
    if (about != nullptr) {
      const std::string help = "--help";
      return run_command(*about, {&help, 1});
    }
    if (arguments.size() > 1) throw unknown_command(arguments[1]);
    write_stdout(help_text());
    return to_int(ExitCode::NoError);
  }
  if (first == "--describe") {  // for programs: manual pages and completions
    write_stdout(describe_text());
    return to_int(ExitCode::NoError);
  }
  if (first.empty()) throw UsageError("no command given");
  const Command* command = find_command(first);
  if (command == nullptr) throw unknown_command(first);
  return run_command(*command, arguments.subspan(1));
}

int internal_error(const char* what) {
  complain(fmt::format("internal error: {}", what));
  fmt::print(
      stderr,
      "This is a fault of overtake, not of your program. Please report it with the command,\n"
      "the input and the output of 'overtake --version'.\n");
  return to_int(ExitCode::InternalError);
}

}  // namespace

int run(std::span<const std::string> arguments) {
  try {
    return dispatch(arguments);
  } catch (const UsageError& error) {
    complain(error.what());
    const bool known = !arguments.empty() && find_command(arguments[0]) != nullptr;
    fmt::print(stderr, "Try 'overtake {}--help'.\n", known ? arguments[0] + " " : "");
    return to_int(ExitCode::WrongUse);
  } catch (const AdvisedError& error) {
    complain(error.what() + report::advice_text(error.advice()));
    return to_int(ExitCode::BadInput);
  } catch (const InputError& error) {
    complain(error.what());
    return to_int(ExitCode::BadInput);
  } catch (const LimitReached& reached) {
    const report::Reason why = analysis::reason_of(reached.limit, report::Why::Interrupted);
    complain(fmt::format("inconclusive: {}", report::sentence(why)));
    return to_int(ExitCode::Inconclusive);
  } catch (const std::bad_alloc&) {
    complain("inconclusive: out of memory");
    return to_int(ExitCode::Inconclusive);
  } catch (const std::exception& error) {
    return internal_error(error.what());
  }
}

}  // namespace overtake::cli

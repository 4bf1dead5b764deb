#include "cli/commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <new>

#include "base/error.h"
#include "cli/bench_command.h"
#include "cli/bmc_command.h"
#include "cli/check_command.h"
#include "cli/compile_database.h"
#include "cli/consistency_command.h"
#include "cli/exit_codes.h"
#include "cli/explain_command.h"
#include "cli/fences_command.h"
#include "cli/fuzz_command.h"
#include "cli/help.h"
#include "cli/ir_command.h"
#include "cli/litmus_command.h"
#include "cli/monitor_command.h"
#include "cli/observe_command.h"
#include "cli/replay_command.h"
#include "cli/sequentialize_command.h"
#include "cli/terminal.h"

namespace overtake::cli {
namespace {

const std::vector<Command>& table() {
  static const std::vector<Command> commands{
      {.name = "check",
       .summary = "Can any execution fail an assertion, crash or deadlock?",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--model", "--equivalence", "--check", "--unroll", "--timeout", "--memory",
                   "--jobs", "--all-errors", "--entry", "-p", "--nondet-range", "--full", "--html",
                   "--json"},
       .more_options = {"--checkpoint",
                        "--checkpoint-every",
                        "--resume",
                        "--max-executions",
                        "--preemption-bound",
                        "--ignore",
                        "--stats",
                        "--format",
                        "--optimize",
                        "--pso-rmw",
                        "--spurious-wakeups",
                        "--show-output",
                        "--schedule",
                        "--sarif",
                        "--dot",
                        "--witness",
                        "--dump-instances",
                        "--no-closure",
                        "--no-guidance",
                        "--no-backtrack-signals"},
       .examples = {{"overtake check examples/store_buffering.c --model tso", ""},
                    {"overtake check a.c b.c --timeout 10s -- -Iinclude -DN=3", ""}},
       .run = check_command},
      {.name = "monitor",
       .summary = "Does the program ever leave sequential consistency?",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--model", "--preemption-bound", "--unroll", "--timeout", "--memory",
                   "--pso-rmw", "--entry", "-p", "--nondet-range", "--full", "--html", "--json"},
       .more_options = {"--max-executions", "--format", "--trace-format", "--optimize",
                        "--spurious-wakeups", "--sarif", "--dot"},
       .examples = {{"overtake monitor examples/store_buffering.c --model tso", ""},
                    {"overtake monitor queue.c --model pso --preemption-bound 2", ""},
                    {"overtake monitor recorded.axe --model pso", ""}},
       .run = monitor_command},
      {.name = "bmc",
       .summary = "The same question as check, within bounds, by a SAT solver",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--model", "--unroll", "--rounds", "--max-clock", "--queue", "--int-bits",
                   "--timeout", "--memory", "--jobs", "--entry", "-p", "--nondet-range", "--full",
                   "--html", "--json"},
       .more_options = {"--sma", "--pso-rmw", "--format", "--optimize", "--spurious-wakeups",
                        "--sarif", "--dot", "--witness"},
       .examples = {{"overtake bmc examples/store_buffering.c --model tso", ""},
                    {"overtake bmc prog.c --model pso --unroll 3 --rounds 4", ""}},
       .run = bmc_command},
      {.name = "sequentialize",
       .summary = "Write the bounded program as a sequential one, for other tools",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--emit", "--model", "--unroll", "--rounds", "--max-clock", "--queue", "--sma",
                   "--int-bits", "--entry", "-p", "--nondet-range"},
       .more_options = {"--pso-rmw", "--format", "--optimize", "--spurious-wakeups"},
       .examples = {{"overtake sequentialize prog.c --rounds 3 > seq.c; cbmc seq.c", ""},
                    {"overtake sequentialize prog.c --emit cnf > prog.cnf", ""}},
       .run = sequentialize_command},
      {.name = "replay",
       .summary = "Show a schedule that check --schedule wrote, step by step",
       .arguments = "SCHEDULE_FILE [options]",
       .options = {"--full", "--html", "--sarif", "--dot", "--witness", "--json"},
       .examples = {{"overtake check prog.c --schedule bug.json; overtake replay bug.json", ""}},
       .run = replay_command},
      {.name = "litmus",
       .summary = "What litmus tests show under a model, in herd's words",
       .arguments = "FILE|DIR|@LIST... [options]",
       .options = {"--model", "--expect", "--pso-rmw", "--timeout", "--memory", "--json"},
       .examples = {{"overtake litmus tests/litmus/x86/SB.litmus --model x86", ""},
                    {"overtake litmus suite/ --model sc --expect suite/verdicts.sc", ""}},
       .run = litmus_command},
      {.name = "consistency",
       .summary = "Could these recorded traces of reads and writes have happened?",
       .arguments = "FILE|DIR|-... [options]",
       .options = {"--model", "--algorithm", "--no-closure", "--pso-rmw", "--trace-format",
                   "--order", "--explain", "--terse", "--timeout", "--html", "--sarif", "--dot",
                   "--json"},
       .examples = {{"overtake consistency trace.axe --model tso --order", ""}},
       .run = consistency_command},
      {.name = "fences",
       .summary = "The fewest fences that make a program behave as under SC",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--criterion", "--model", "--patch", "--apply", "--all-sets", "--cost",
                   "--buffer", "--timeout", "--memory", "--jobs", "--html", "--json"},
       .more_options = {"--style", "--flatten", "--backend", "--reduction", "--value-bits",
                        "--format", "--entry", "-p", "--optimize", "--pso-rmw", "--nondet-range",
                        "--sarif", "--dot"},
       .examples = {{"overtake fences examples/peterson.c --patch fences.diff", ""}},
       .run = fences_command},
      {.name = "observe",
       .summary = "Run native programs under the monitors: do they leave SC?",
       .arguments = "[options] -- PROGRAM [arguments]",
       .options = {"--runs", "--seed", "--model", "--check", "--strategy", "--preemption-bound",
                   "--record", "--suppressions", "--timeout", "--show-output", "--full", "--html",
                   "--sarif", "--json"},
       .more_options = {"--interval", "--window", "--pso-rmw", "--dot", "--findings", "--at"},
       .examples = {{"overtake-cc -g queue.c -o queue; overtake observe --runs 100 -- ./queue",
                     ""}},
       .run = observe_command},
      {.name = "explain",
       .summary = "Show a result that --json saved again, in any format",
       .arguments = "RESULT_FILE [options]",
       .options = {"--html", "--sarif", "--dot", "--witness", "--json"},
       .examples = {{"overtake check prog.c --json > bug.json; overtake explain bug.json", ""},
                    {"overtake explain bug.json --html bug.html --sarif bug.sarif", ""}},
       .run = explain_command},
      {.name = "ir",
       .summary = "Show the program as the engines see it",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--model", "--format", "--entry", "--optimize", "--unroll", "--json"},
       .examples = {{"overtake ir examples/store_buffering.c", ""},
                    {"overtake ir prog.c --model pso", "with the fences of pso"}},
       .run = ir_command},
      {.name = "bench",
       .summary = "Run programs under several models and algorithms, side by side",
       .run_own = bench_command},
      {.name = "fuzz",
       .summary = "Check overtake itself with random programs",
       .run_own = fuzz_command},
  };
  return commands;
}

const Command* find_command(std::string_view name) {
  for (const Command& command : commands())
    if (command.name == name) return &command;
  return nullptr;
}

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
  for (std::string_view option : command.options) names.emplace_back(option);
  for (std::string_view option : command.more_options) names.emplace_back(option);
  std::string message = fmt::format("'{}' is not an option of 'overtake {}'", name, command.name);
  if (const auto guess = closest(name, names))
    message += fmt::format("; did you mean '{}'?", *guess);
  else if (!command.arguments.empty() && command.arguments.ends_with("flags]"))
    message += "; compiler flags stand after '--'";
  return UsageError(message);
}

// What CLI11 found wrong, in our words where it can be said better.
UsageError parse_failure(const Command& command, const CLI::App& app,
                         const CLI::ParseError& error) {
  for (const std::string& word : app.remaining())
    if (word.starts_with('-') && word.size() > 1) return unknown_option(command, word);
  return UsageError(error.what());
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
  app.add_option("FILE", settings.files);
  std::vector<std::string_view> names = command.options;
  names.insert(names.end(), command.more_options.begin(), command.more_options.end());
  for (std::string_view name : names) {
    const Option& row = option(name);
    const auto set = [&settings, &row](const std::string& value) {
      try {
        row.set(settings, value);
      } catch (const UsageError& error) {
        throw CLI::ValidationError(std::string(row.name), error.what());
      }
    };
    if (row.value.empty())
      app.add_flag_callback(std::string(name), [set] { set(""); });
    else
      app.add_option_function<std::string>(std::string(name), set);
  }
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    if (help != Help::None) return settings;
    throw parse_failure(command, app, error);
  }
  if (help != Help::None) return settings;
  resolve_project_entry(settings);
  const bool of_programs = command.arguments.starts_with("[options] -- ");
  if (of_programs && !settings.files.empty())
    throw UsageError(fmt::format("'{}' is not an option; the program stands after '--'",
                                 settings.files.front()));
  if (settings.files.empty() && !of_programs)
    throw UsageError(fmt::format(
        "no {} given", command.arguments.substr(0, command.arguments.find_first_of(". "))));
  if (!settings.compiler_flags.empty() && !of_programs && !command.arguments.ends_with("flags]"))
    throw UsageError("this command takes no compiler flags");
  return settings;
}

int run_command(const Command& command, std::span<const std::string> arguments) {
  if (command.run_own != nullptr) return command.run_own(arguments);
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
  if (first.empty()) throw UsageError("no command given");
  const Command* command = find_command(first);
  if (command == nullptr) throw unknown_command(first);
  return run_command(*command, arguments.subspan(1));
}

void complain(const std::string& text) { fmt::print(stderr, "overtake: {}\n", text); }

int internal_error(const char* what) {
  complain(fmt::format("internal error: {}", what));
  fmt::print(
      stderr,
      "This is a fault of overtake, not of your program. Please report it with the command,\n"
      "the input and the output of 'overtake --version'.\n");
  return to_int(ExitCode::InternalError);
}

}  // namespace

std::span<const Command> commands() { return table(); }

int run(std::span<const std::string> arguments) {
  try {
    return dispatch(arguments);
  } catch (const UsageError& error) {
    complain(error.what());
    const bool known = !arguments.empty() && find_command(arguments[0]) != nullptr;
    fmt::print(stderr, "Try 'overtake {}--help'.\n", known ? arguments[0] + " " : "");
    return to_int(ExitCode::WrongUse);
  } catch (const InputError& error) {
    complain(error.what());
    return to_int(ExitCode::BadInput);
  } catch (const std::bad_alloc&) {
    complain("inconclusive: out of memory");
    return to_int(ExitCode::Inconclusive);
  } catch (const std::exception& error) {
    return internal_error(error.what());
  }
}

}  // namespace overtake::cli

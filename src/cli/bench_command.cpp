// Each run is a process of its own (`overtake check` or `overtake bmc` with --json): runs cannot
// disturb each other, a crash is one lost row, and CPU time and memory are those of the kernel's
// books. The result is a document like any other; --html draws it.
#include "cli/bench_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "base/model.h"
#include "cli/exit_codes.h"
#include "cli/report_files.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "cli/watchdog.h"

namespace overtake::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kHelp =
    "Usage: overtake bench FILE|DIR... [options]\n"
    "Run programs under several models and algorithms, side by side.\n"
    "  --models M,...      of sc, tso, pso (default: tso)\n"
    "  --algorithms A,...  of rf, rvf, trace, exhaustive, bmc (default: rf,rvf)\n"
    "  --sizes FILE        lines 'NAME N': check NAME.c with -DN=N (default: the\n"
    "                      sizes.txt of a DIR; without one, all its .c files)\n"
    "  --timeout T         of each run, such as 500ms, 10s (default: 10s)\n"
    "  --html FILE         write a page that plots the algorithms against each other\n"
    "  --json              print JSON instead of a table\n"
    "Seconds are CPU seconds of a whole run, the compiler included.\n"
    "Example: overtake bench benchmarks/programs --models sc,tso --html bench.html\n"
    "Example: overtake bench a.c b.c --algorithms rf,exhaustive\n";

struct Arguments {
  std::vector<std::string> inputs, models, algorithms;
  std::string sizes;
  std::string timeout = "10s";
  std::string html;
  bool json = false;
  bool help = false;
};

void insist_on(const std::vector<std::string>& words, const std::vector<std::string>& known,
               std::string_view option) {
  for (const std::string& word : words)
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw UsageError(
          fmt::format("{}: '{}' is not one of {}", option, word, fmt::join(known, ", ")));
}

Arguments parse(std::span<const std::string> words) {
  Arguments a;
  CLI::App app;
  app.set_help_flag();
  app.add_flag("-h,--help", a.help);
  app.add_flag("--json", a.json);
  app.add_option("FILE", a.inputs);
  app.add_option("--models", a.models)->delimiter(',');
  app.add_option("--algorithms", a.algorithms)->delimiter(',');
  app.add_option("--sizes", a.sizes);
  app.add_option("--timeout", a.timeout);
  app.add_option("--html", a.html);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    if (!a.help) throw UsageError(error.what());
  }
  if (a.help) return a;
  if (a.inputs.empty()) throw UsageError("no FILE given");
  if (a.models.empty()) a.models = {"tso"};
  if (a.algorithms.empty()) a.algorithms = {"rf", "rvf"};
  insist_on(a.models, {"sc", "tso", "pso"}, "--models");
  insist_on(a.algorithms, {"rf", "rvf", "trace", "exhaustive", "bmc"}, "--algorithms");
  parse_duration(a.timeout);
  return a;
}

struct Task {
  std::string file;
  std::string name;
  std::string size;  // empty: the program has none
};

std::vector<Task> sized_tasks(const fs::path& sizes) {
  std::ifstream in(sizes);
  if (!in) throw InputError(fmt::format("{}: cannot be opened", sizes.string()));
  std::vector<Task> tasks;
  std::uint32_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::istringstream words(line);
    Task task;
    if (!(words >> task.name) || task.name.starts_with('#')) continue;
    if (!(words >> task.size))
      throw InputError(fmt::format("{}:{}: a size is missing", sizes.string(), number));
    task.file = (sizes.parent_path() / (task.name + ".c")).string();
    tasks.push_back(std::move(task));
  }
  return tasks;
}

std::vector<Task> tasks_of(const Arguments& a) {
  if (!a.sizes.empty()) {
    std::vector<Task> tasks = sized_tasks(a.sizes);
    for (Task& task : tasks) task.file = (fs::path(a.inputs[0]) / (task.name + ".c")).string();
    return tasks;
  }
  std::vector<Task> tasks;
  for (const std::string& input : a.inputs) {
    std::vector<Task> some;
    if (!fs::is_directory(input)) {
      some.push_back({input, fs::path(input).stem().string(), ""});
    } else if (fs::exists(fs::path(input) / "sizes.txt")) {
      some = sized_tasks(fs::path(input) / "sizes.txt");
    } else {
      for (const auto& entry : fs::directory_iterator(input))
        if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp")
          some.push_back({entry.path().string(), entry.path().stem().string(), ""});
      std::sort(some.begin(), some.end(),
                [](const Task& x, const Task& y) { return x.file < y.file; });
    }
    if (some.empty()) throw InputError(fmt::format("{}: no program to run", input));
    tasks.insert(tasks.end(), some.begin(), some.end());
  }
  return tasks;
}

struct Finished {
  int exit_code = -1;  // -1: did not end by itself
  double seconds = 0;  // user and system
  std::uint64_t peak_memory_bytes = 0;
  std::string output;
};

// Runs overtake itself; standard error is not shown.
Finished run_self(const std::vector<std::string>& words) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::tmpfile(), std::fclose);
  if (!out) throw InputError("no temporary file can be made");
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw InputError(fmt::format("overtake cannot be started: {}", strerror(error)));
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  Finished done;
  if (WIFEXITED(status)) done.exit_code = WEXITSTATUS(status);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  done.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  done.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  std::rewind(out.get());
  char buffer[1 << 16];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, out.get())) > 0;)
    done.output.append(buffer, n);
  return done;
}

Json run_one(const Task& task, const std::string& model, const std::string& algorithm,
             const std::string& timeout) {
  std::vector<std::string> words{"overtake", algorithm == "bmc" ? "bmc" : "check",
                                 task.file,  "--model",
                                 model,      "--timeout",
                                 timeout,    "--json"};
  if (algorithm != "bmc") words.insert(words.end(), {"--equivalence", algorithm});
  if (!task.size.empty()) words.insert(words.end(), {"--", "-DN=" + task.size});
  const Finished done = run_self(words);
  Json row{{"program", task.name},    {"size", task.size},
           {"model", model},          {"algorithm", algorithm},
           {"verdict", "failed"},     {"executions", nullptr},
           {"seconds", done.seconds}, {"peak_memory_bytes", done.peak_memory_bytes}};
  const Json document = Json::parse(done.output, nullptr, false);
  if (!document.is_object()) return row;
  row["verdict"] = document.value("verdict", "failed");
  if (document.contains("executions")) {
    std::uint64_t executions = 0;
    for (const Json& count : document["executions"]) executions += count.get<std::uint64_t>();
    row["executions"] = executions;
  }
  return row;
}

std::string table(const Json& rows) {
  std::string out = fmt::format("{:<24} {:>6} {:<5} {:<10} {:<12} {:>12} {:>9} {:>6}\n", "program",
                                "N", "model", "algorithm", "verdict", "executions", "CPU s", "MB");
  for (const Json& row : rows)
    out += fmt::format("{:<24} {:>6} {:<5} {:<10} {:<12} {:>12} {:>9.2f} {:>6.0f}\n",
                       row["program"].get<std::string>(), row["size"].get<std::string>(),
                       row["model"].get<std::string>(), row["algorithm"].get<std::string>(),
                       row["verdict"].get<std::string>(),
                       row["executions"].is_null() ? "-" : row["executions"].dump(),
                       row["seconds"].get<double>(), row["peak_memory_bytes"].get<double>() / 1e6);
  return out;
}

}  // namespace

int bench_command(std::span<const std::string> words) {
  const Arguments a = parse(words);
  if (a.help) {
    write_stdout(kHelp);
    return to_int(ExitCode::NoError);
  }
  const std::vector<Task> tasks = tasks_of(a);
  const std::size_t total = tasks.size() * a.models.size() * a.algorithms.size();
  WatchdogLimits limits;
  limits.grace = std::chrono::hours(1);  // the run that goes on is interrupted by the same signal
  const Watchdog watchdog(limits, [](StopReason) { _exit(to_int(ExitCode::Inconclusive)); });
  Json rows = Json::array();
  {
    Progress progress;
    for (const Task& task : tasks)
      for (const std::string& model : a.models)
        for (const std::string& algorithm : a.algorithms) {
          if (watchdog.stop()) break;
          progress.show(fmt::format("{} of {}: {} {} {}", rows.size() + 1, total, task.name, model,
                                    algorithm));
          Json row = run_one(task, model, algorithm, a.timeout);
          if (!watchdog.stop()) rows.push_back(std::move(row));
        }
  }
  const bool finished = rows.size() == total;
  const Json document{{"command", "bench"},         {"version", OVERTAKE_VERSION},
                      {"input", a.inputs},          {"models", a.models},
                      {"algorithms", a.algorithms}, {"timeout", a.timeout},
                      {"finished", finished},       {"runs", rows}};
  if (a.json)
    write_stdout(json_text(document));
  else
    write_stdout(table(rows) + (finished ? "" : "stopped before the end\n"));
  Settings files;
  files.html_file = a.html;
  write_report_files(files, document);
  return to_int(finished ? ExitCode::NoError : ExitCode::Inconclusive);
}

}  // namespace overtake::cli

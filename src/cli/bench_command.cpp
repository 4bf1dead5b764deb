// Each run is a process of its own (`overtake check` or `overtake bmc` with --json): runs cannot
// disturb each other, a crash is one lost row, and CPU time and memory are those of the kernel's
// books. The result is a document like any other; --html draws it.
#include "cli/bench_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "analysis/frame.h"
#include "base/error.h"
#include "cli/choices.h"
#include "cli/long_run.h"
#include "report/json.h"

namespace overtake::cli {
namespace {

namespace fs = std::filesystem;

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

std::vector<Task> tasks_of(const Settings& s) {
  if (!s.sizes_file.empty()) {
    std::vector<Task> tasks = sized_tasks(s.sizes_file);
    for (Task& task : tasks) task.file = (fs::path(s.files[0]) / (task.name + ".c")).string();
    return tasks;
  }
  std::vector<Task> tasks;
  for (const std::string& input : s.files) {
    if (!fs::exists(input)) throw InputError(fmt::format("{}: no such file or directory", input));
    std::vector<Task> some;
    if (!fs::is_directory(input)) {
      some.push_back({input, fs::path(input).stem().string(), ""});
    } else if (fs::exists(fs::path(input) / "sizes.txt")) {
      some = sized_tasks(fs::path(input) / "sizes.txt");
    } else {
      for (const auto& entry : fs::directory_iterator(input))
        if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp")
          some.push_back({entry.path().string(), entry.path().stem().string(), ""});
      std::ranges::sort(some, {}, &Task::file);
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

// The document that a run has printed; none if it failed.
std::optional<report::Document> document_of(const std::string& output) {
  try {
    return report::from_json(nlohmann::ordered_json::parse(output, nullptr, false));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

report::BenchRun run_one(const Task& task, Model model, BenchAlgorithm algorithm,
                         const std::string& timeout) {
  const bool bmc = algorithm == BenchAlgorithm::Bmc;
  std::vector<std::string> words{"overtake",
                                 bmc ? "bmc" : "check",
                                 task.file,
                                 "--model",
                                 std::string(name(model)),
                                 "--timeout",
                                 timeout,
                                 "--json"};
  // Algorithms are compared on all executions.
  if (!bmc)
    words.insert(words.end(),
                 {"--equivalence", std::string(name_of(algorithm)), "--symmetry", "off"});
  if (!task.size.empty()) words.insert(words.end(), {"--", "-DN=" + task.size});
  const Finished done = run_self(words);
  report::BenchRun row{.program = task.name,
                       .size = task.size,
                       .model = std::string(name(model)),
                       .algorithm = std::string(name_of(algorithm)),
                       .verdict = "failed",
                       .seconds = done.seconds,
                       .peak_memory_bytes = done.peak_memory_bytes};
  const std::optional<report::Document> document = document_of(done.output);
  if (!document) return row;
  if (const auto* check = std::get_if<report::CheckDocument>(&*document)) {
    row.verdict = name_of(check->verdict);
    row.executions = check->executions.all();
  } else if (const auto* bounded = std::get_if<report::BmcDocument>(&*document)) {
    row.verdict = name_of(bounded->verdict);
  }
  return row;
}

template <class E>
std::vector<std::string> names(const std::vector<E>& values) {
  std::vector<std::string> out;
  for (const E value : values) out.emplace_back(name_of(value));
  return out;
}

// As a duration on the command line.
std::string text_of(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? fmt::format("{}s", time.count() / 1000)
                                  : fmt::format("{}ms", time.count());
}

report::BenchDocument run_all(const Settings& s, const analysis::Control& control) {
  report::BenchDocument d{.version = analysis::version(),
                          .input = s.files,
                          .models = names(s.models),
                          .algorithms = names(s.algorithms),
                          .timeout = text_of(s.timeout.value_or(std::chrono::seconds{10}))};
  for (const Task& task : tasks_of(s))
    for (const Model model : s.models)
      for (const BenchAlgorithm algorithm : s.algorithms) {
        control.tell(d);
        report::BenchRun row = run_one(task, model, algorithm, d.timeout);
        if (control.stopped()) return d;
        d.runs.push_back(std::move(row));
      }
  d.finished = true;
  return d;
}

}  // namespace

int bench_command(const Settings& s) {
  LongRun run;
  run.grace = std::chrono::hours(1);  // the run that is under way is interrupted by the same signal
  return long_run(s, run, [&](const analysis::Control& control) { return run_all(s, control); });
}

}  // namespace overtake::cli

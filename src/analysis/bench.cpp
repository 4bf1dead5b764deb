#include "analysis/bench.h"

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
#include <optional>
#include <sstream>

#include "analysis/frame.h"
#include "base/error.h"
#include "report/json.h"

namespace overtake::analysis {
namespace {

namespace fs = std::filesystem;

std::vector<BenchTask> sized_tasks(const fs::path& sizes) {
  std::ifstream in(sizes);
  if (!in) throw InputError(fmt::format("{}: cannot be opened", sizes.string()));
  std::vector<BenchTask> tasks;
  std::uint32_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::istringstream words(line);
    BenchTask task;
    if (!(words >> task.name) || task.name.starts_with('#')) continue;
    if (!(words >> task.size))
      throw InputError(fmt::format("{}:{}: a size is missing", sizes.string(), number));
    task.file = (sizes.parent_path() / (task.name + ".c")).string();
    tasks.push_back(std::move(task));
  }
  return tasks;
}

std::vector<BenchTask> tasks_of(const BenchOptions& o) {
  if (!o.sizes_file.empty()) {
    std::vector<BenchTask> tasks = sized_tasks(o.sizes_file);
    for (BenchTask& task : tasks) task.file = (fs::path(o.files[0]) / (task.name + ".c")).string();
    return tasks;
  }
  std::vector<BenchTask> tasks;
  for (const std::string& input : o.files) {
    if (!fs::exists(input)) throw InputError(fmt::format("{}: no such file or directory", input));
    std::vector<BenchTask> some;
    if (!fs::is_directory(input)) {
      some.push_back({input, fs::path(input).stem().string(), ""});
    } else if (fs::exists(fs::path(input) / "sizes.txt")) {
      some = sized_tasks(fs::path(input) / "sizes.txt");
    } else {
      for (const auto& entry : fs::directory_iterator(input))
        if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp")
          some.push_back({entry.path().string(), entry.path().stem().string(), ""});
      std::ranges::sort(some, {}, &BenchTask::file);
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

// Runs this program; standard error is not shown.
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
  (void)std::fseek(out.get(), 0, SEEK_SET);
  char buffer[1 << 16];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, out.get())) > 0;)
    done.output.append(buffer, n);
  return done;
}

// The document that a run has printed; none if it failed.
std::optional<report::Document> printed_document(const std::string& output) {
  try {
    return report::from_json(nlohmann::ordered_json::parse(output, nullptr, false));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

report::BenchRun run_one(const BenchOptions& options, const BenchTask& task, Model model,
                         BenchAlgorithm algorithm) {
  const Finished done = run_self(options.arguments(task, model, algorithm));
  report::BenchRun row{.program = task.name,
                       .size = task.size,
                       .model = std::string(name(model)),
                       .algorithm = std::string(name_of(algorithm)),
                       .verdict = "failed",
                       .seconds = done.seconds,
                       .peak_memory_bytes = done.peak_memory_bytes};
  const std::optional<report::Document> document = printed_document(done.output);
  if (!document) return row;
  if (const auto* check = std::get_if<report::CheckDocument>(&*document)) {
    row.verdict = name_of(check->verdict);
    row.executions = check->executions.all();
  } else if (const auto* bounded = std::get_if<report::BmcDocument>(&*document)) {
    row.verdict = name_of(bounded->verdict);
  }
  return row;
}

}  // namespace

report::BenchDocument bench(const BenchOptions& options, const Control& control) {
  report::BenchDocument d{.version = version(), .input = options.files, .timeout = options.timeout};
  for (const Model model : options.models) d.models.emplace_back(name(model));
  for (const BenchAlgorithm a : options.algorithms) d.algorithms.emplace_back(name_of(a));
  for (const BenchTask& task : tasks_of(options))
    for (const Model model : options.models)
      for (const BenchAlgorithm algorithm : options.algorithms) {
        control.tell(d);
        report::BenchRun row = run_one(options, task, model, algorithm);
        if (control.stopped()) return d;
        d.runs.push_back(std::move(row));
      }
  d.finished = true;
  return d;
}

}  // namespace overtake::analysis

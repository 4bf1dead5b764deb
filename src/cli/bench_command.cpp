// overtake bench: programs under several models and algorithms, side by side.
#include <fmt/format.h>

#include "analysis/bench.h"
#include "cli/commands.h"
#include "cli/long_run.h"

namespace overtake::cli {
namespace {

// As a duration on the command line.
std::string text_of(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? fmt::format("{}s", time.count() / 1000)
                                  : fmt::format("{}ms", time.count());
}

std::vector<std::string> arguments(const analysis::BenchTask& task, Model model,
                                   analysis::BenchAlgorithm algorithm, const std::string& timeout) {
  const bool bmc = algorithm == analysis::BenchAlgorithm::Bmc;
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
  return words;
}

}  // namespace

int bench_command(const Settings& s) {
  const std::string timeout = text_of(s.timeout.value_or(std::chrono::seconds{10}));
  const analysis::BenchOptions options{
      .files = s.files,
      .sizes_file = s.sizes_file,
      .models = s.models,
      .algorithms = s.algorithms,
      .timeout = timeout,
      .arguments = [&](const auto& task, Model model, analysis::BenchAlgorithm algorithm) {
        return arguments(task, model, algorithm, timeout);
      }};
  LongRun run;
  run.grace = std::chrono::hours(1);  // the run that is under way is interrupted by the same signal
  return long_run(
      s, run, [&](const analysis::Control& control) { return analysis::bench(options, control); });
}

}  // namespace overtake::cli

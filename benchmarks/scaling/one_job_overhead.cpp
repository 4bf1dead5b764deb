// one_job_overhead MODEL FILE [compiler flags ...]: what it costs an explorer to be one of a team
// of one, as with --jobs 1, against the same explorer alone. By reads-from and by values, several
// times in turn.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/error.h"
#include "measured_program.h"
#include "smc/rf_explorer.h"
#include "smc/rvf_explorer.h"
#include "smc/team.h"

namespace overtake {
namespace {

constexpr int kRounds = 15;

template <class Explorer>
void measure(const char* by, const exec::Executor& executor, const smc::CheckOptions& options) {
  const auto seconds = [](const auto& explore) {
    const double start = thread_seconds();
    smc::CheckResult result;
    explore(result);
    return thread_seconds() - start;
  };
  std::vector<double> alone, team;
  for (int round = 0; round < kRounds; ++round) {
    alone.push_back(seconds([&](smc::CheckResult& result) {
      Explorer explorer(executor, options, result);
      explorer.explore();
    }));
    team.push_back(seconds([&](smc::CheckResult& result) {
      smc::Team(options, [&](const smc::CheckOptions& own, smc::CheckResult& part) {
        return std::make_unique<Explorer>(executor, own, part);
      }).explore(result);
    }));
  }
  // What else the machine does only makes a run longer.
  const double a = std::ranges::min(alone);
  const double t = std::ranges::min(team);
  std::printf("%-3s alone %.3f s, in a team of one %.3f s: %+.1f %% (best of %d)\n", by, a, t,
              100 * (t / a - 1), kRounds);
}

int measure(int argc, char** argv) {
  const std::optional<MeasuredProgram> subject = measured_program(argc, argv);
  if (!subject) return 1;
  const exec::Executor executor(subject->program);
  const smc::CheckOptions options{.model = subject->model, .all_errors = true, .jobs = 1};
  measure<smc::RfExplorer>("rf", executor, options);
  measure<smc::RvfExplorer>("rvf", executor, options);
  return 0;
}

}  // namespace
}  // namespace overtake

int main(int argc, char** argv) {
  try {
    return overtake::measure(argc, argv);
  } catch (const overtake::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

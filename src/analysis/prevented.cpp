#include "analysis/prevented.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <tuple>

#include "base/error.h"
#include "memory/replay.h"
#include "monitor/check.h"
#include "report/make_run.h"
#include "smc/check.h"

namespace overtake::analysis {
namespace {

using fences::Fence;
using fences::Placement;
using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatienceForRuns{3};  // for all fences together
constexpr std::chrono::milliseconds kPauseOfWatcher{5};
constexpr std::uint64_t kMostExecutions = 5000;

class RunFinder {
 public:
  RunFinder(const MemoryModel& model, const Control& control)
      : model_(model), control_(control), deadline_(SteadyClock::now() + kPatienceForRuns) {
    watcher_ = std::jthread([this](const std::stop_token& over) {
      for (; !over.stop_requested(); std::this_thread::sleep_for(kPauseOfWatcher))
        if (late()) stop_ = true;
    });
  }

  bool late() const { return control_.stopped() || SteadyClock::now() > deadline_; }

  std::optional<memory::Replay> failing(const ir::Program& program) {
    smc::CheckOptions o{
        .model = model_, .max_executions = kMostExecutions, .estimates = false, .stop = &stop_};
    const smc::CheckResult found = smc::check(program, o);
    if (found.errors.empty()) return std::nullopt;
    const memory::FoundError& error = found.errors.front();
    const exec::Executor executor(program);
    return memory::replay(executor, {model_}, error.schedule, error.names);
  }

  std::optional<memory::Replay> leaving_sc(const ir::Program& program,
                                           monitor::FailedCas failed_cas) {
    monitor::CheckOptions o{.model = model_, .failed_cas = failed_cas, .stop = &stop_};
    o.progress = [this](const monitor::MonitorResult& r) {
      if (!r.violations.empty()) stop_ = true;
    };
    const monitor::MonitorResult found = monitor::check(program, o);
    stop_ = false;
    if (found.violations.empty()) return std::nullopt;
    return found.violations.front().replay;
  }

 private:
  const MemoryModel model_;
  const Control& control_;
  const SteadyClock::time_point deadline_;
  std::atomic<bool> stop_{false};
  std::jthread watcher_;  // the last member: it uses the others
};

// The numbers of the fences that the placement stands for.
std::vector<std::uint64_t> numbers_of(const fences::Subject& subject, const Placement& placement,
                                      const std::vector<Fence>& all) {
  const auto same = [](const Fence& a, const Fence& b) {
    return std::tie(a.file, a.line, a.column, a.thread, a.after) ==
           std::tie(b.file, b.line, b.column, b.thread, b.after);
  };
  std::vector<std::uint64_t> numbers;
  const std::vector<Fence> described = subject.describe(placement);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::ranges::any_of(described, [&](const Fence& f) { return same(f, all[i]); }))
      numbers.push_back(i);
  return numbers;
}

}  // namespace

std::vector<report::FencesViolation> prevented_runs(const fences::Subject& subject,
                                                    const fences::Report& found,
                                                    fences::Criterion criterion,
                                                    const MemoryModel& model,
                                                    const Control& control) {
  if (found.placements.size() < 2 || subject.wraps() || criterion == fences::Criterion::Persistence)
    return {};
  RunFinder finder(model, control);
  std::vector<report::FencesViolation> runs;
  for (const Placement& without : found.placements) {
    if (finder.late()) break;
    std::vector<Placement> others = found.placements;
    std::erase_if(others, [&](const Placement& p) { return p.element() == without.element(); });
    try {
      const ir::Program program = subject.fenced(others);
      const std::optional<memory::Replay> replay =
          criterion == fences::Criterion::Safety ? finder.failing(program)
                                                 : finder.leaving_sc(program, subject.failed_cas());
      if (!replay || !replay->valid) continue;
      const std::string failure = found.failure.empty() ? "" : ": " + found.failure;
      runs.push_back({.message = "with all other fences, this can happen" + failure,
                      .prevented_by = numbers_of(subject, without, found.fences),
                      .run = report::make_run(program, *replay, true)});
    } catch (const InputError&) {
      return runs;  // something that only automata know
    }
  }
  return runs;
}

}  // namespace overtake::analysis

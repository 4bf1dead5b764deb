#include "analysis/under_sc.h"

#include <algorithm>

#include "analysis/judge.h"

namespace overtake::analysis {
namespace {

constexpr std::uint64_t kAFewExecutions = 200;
constexpr std::uint64_t kManyExecutions = 5'000;

// The same run on the weak machine: each store reaches memory at once. Nothing if that is not
// possible.
std::optional<memory::Schedule> without_delays(const ir::Program& program, MemoryModel model,
                                               const memory::Schedule& schedule,
                                               const memory::ThreadNames& names) {
  const exec::Executor executor(program);
  memory::Machine machine(executor, {model}, names);
  memory::Schedule out;
  std::vector<memory::Step> possible;
  for (const memory::Step& step : schedule) {
    if (!machine.is_enabled(step)) return std::nullopt;
    machine.execute(step);
    out.push_back(step);
    while (!machine.buffer(step.thread).empty()) {
      machine.enabled(possible);
      const auto drain = std::ranges::find_if(
          possible, [&](const memory::Step& s) { return s.drain && s.thread == step.thread; });
      if (drain == possible.end()) return std::nullopt;
      out.push_back(*drain);
      machine.execute(out.back());
      possible.clear();
    }
  }
  return out;
}

}  // namespace

UnderSc::UnderSc(const ir::Program& program, const smc::CheckOptions& options,
                 std::uint64_t executions)
    : program_(program), options_(options), weak_(options.model) {
  options_.model = Model::SC;
  options_.all_errors = true;
  options_.max_executions = std::clamp(executions, kAFewExecutions, kManyExecutions);
  options_.races = false;
  options_.jobs = 1;
  options_.estimates = false;
  options_.progress = {};
  options_.save = {};
  options_.resume = nullptr;
  options_.on_instance = {};
}

UnderSc::Answer UnderSc::ask(const memory::FoundError& error) {
  if (weak_.base == Model::SC) return {};
  if (!result_) result_ = smc::check(program_, options_);
  for (const memory::FoundError& found : result_->errors) {
    if (found.error.kind != error.error.kind || found.place != error.place) continue;
    const std::optional<Judged> judged = Judge(program_, Model::SC).replayed(found);
    if (!judged) continue;
    if (auto schedule = without_delays(program_, weak_, judged->schedule, judged->names)) {
      Answer answer{report::UnderSc::Fails, found};
      answer.found->schedule = std::move(*schedule);
      return answer;
    }
  }
  const bool all = result_->finished && result_->executions.bounded == 0;
  return {all ? report::UnderSc::Holds : report::UnderSc::Unknown, std::nullopt};
}

}  // namespace overtake::analysis

#include "smc/progress.h"

#include <algorithm>
#include <unordered_map>

#include "consistency/consistency.h"
#include "smc/current_execution.h"

namespace overtake::smc {

namespace {

std::uint64_t count_of(const CheckResult::Executions& n) {
  return n.complete + n.blocked + n.bounded;
}

// A loop whose iterations multiply the executions, or that does not end at all. 0 times: the thread
// was in a local computation when the exploration was stopped.
std::optional<CheckResult::Repeated> most_repeated(const CurrentExecution& last) {
  constexpr std::uint32_t kOften = 8;
  const std::size_t threads = last.threads().size();
  for (std::size_t i = 0; i < threads; ++i)
    if (const ThreadId t{i};
        last.started(t) && last.thread(t).status() == exec::Status::Interrupted)
      return CheckResult::Repeated{last.names().name(t), last.thread(t).stopped_at(), 0};
  CheckResult::Repeated most;
  for (std::size_t i = 0; i < threads; ++i) {
    const ThreadId t{i};
    if (!last.started(t)) continue;
    std::unordered_map<std::uint32_t, std::uint32_t> times;  // by source
    for (std::uint32_t k = 0; k < last.trace().length(t); ++k) {
      const exec::Op& op = last.threads()[i][k].next();
      if (!op.is_access() || ++times[op.source.value] <= most.times) continue;
      most = {last.names().name(t), op.source, times[op.source.value]};
    }
  }
  if (most.times < kOften) return std::nullopt;
  return most;
}

}  // namespace

bool Progress::interrupted() const {
  if (pool_ != nullptr) return pool_->stopped();
  return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
}

std::uint64_t Progress::executions() const { return count_of(result_.executions); }

bool Progress::claim_execution() {
  const bool limited = options_.max_executions != 0;
  number_ = limited && pool_ != nullptr ? pool_->count_execution() : 0;
  if (number_ > options_.max_executions) stop();
  return number_ <= options_.max_executions;
}

void Progress::note_execution(const Explorer& explorer) {
  if (options_.max_executions != 0 && std::max(number_, executions()) >= options_.max_executions)
    stop(Limit::MaxExecutions);
  if (options_.progress && count_of(result_.visited) % 4096 == 0) {
    result_.estimate = explorer.estimated_executions();
    options_.progress(result_);
  }
}

void Progress::note_verdict(const consistency::Statistics& how) {
  Statistics& statistics = result_.statistics;
  statistics.search_states += how.states;
  statistics.closure_edges += how.closure_edges;
  switch (how.decided_by) {
    case consistency::DecidedBy::Static:
      ++statistics.by_inspection;
      break;
    case consistency::DecidedBy::Greedy:
      ++statistics.by_greedy;
      break;
    case consistency::DecidedBy::Closure:
      ++statistics.by_closure;
      break;
    case consistency::DecidedBy::Search:
      ++statistics.by_search;
      break;
  }
}

bool Progress::go_on(Explorer& explorer) {
  if (stopped_ || pool_ == nullptr) return !stopped_;
  if (pool_->wants_work()) explorer.share_work();
  pool_->at_rest(explorer);
  return !pool_->stopped();
}

// A pool has several explorers, and concludes when all of them have ended.
void Progress::end(const Explorer& explorer, const CurrentExecution& last, bool finished) {
  result_.finished = finished;
  if (pool_ == nullptr)
    conclude(explorer, last);
  else if (!finished)
    pool_->stop();
}

void Progress::conclude(const Explorer& explorer, const CurrentExecution& last) {
  result_.statistics.events = last.events_performed();
  result_.statistics.mutating_seconds -= result_.statistics.verifying_seconds;
  if (result_.finished) return;
  result_.estimate = explorer.estimated_executions();
  result_.repeated = most_repeated(last);
}

}  // namespace overtake::smc

// The end of an execution: counted, and its errors reported, each distinct one once and replayed.
#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "exec/cancellation.h"
#include "smc/classes.h"
#include "smc/run.h"

namespace overtake::smc {

using exec::Status;
using memory::Ending;

Run::Run(const exec::Executor& executor, const CheckOptions& options, CheckResult& result,
         ExecutionRules rules)
    : executor_(executor),
      options_(options),
      result_(result),
      errors_(executor, options, result),
      execution_(executor, options, rules),
      hidden_(execution_.trace(), options.model.base),
      careful_(rules.careful),
      round_hidden_(execution_.trace(), options.model.base) {}

// In some explorations an execution stands for several.
void Run::finish_execution(std::uint64_t stands_for, const Stuck* stuck) {
  const bool limited = options_.max_executions != 0;
  const std::uint64_t number = limited && pool_ != nullptr ? pool_->count_execution() : 0;
  if (number > options_.max_executions) {
    stop_ = true;  // somebody else's was the last
    return;
  }
  memory::ThreadEnds ends;
  ends.spinning = stuck != nullptr && stuck->spins() != nullptr;
  const auto is_cancelled = [&](const exec::Op& op) {
    const Address word = exec::request_word(op);
    for (Position p = 0; word != 0 && p < trace_.size(); ++p)
      if (execution_.op_of(p).kind == exec::OpKind::Rmw && execution_.op_of(p).address == word)
        return true;
    return false;
  };
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!execution_.started(ThreadId{i})) continue;
    const exec::Thread& t = execution_.thread(ThreadId{i});
    ends.add(t.status());
    if (t.ready() && is_cancelled(t.next())) ends.stopped = true;
    if (t.status() == Status::Bounded) errors_.note_bounded(t.stopped_at());
  }
  if (ends.spinning && stuck == nullptr && !execution_.rules().stops_spinning)
    throw NeedsCausalMaps{};
  const Ending ending = ends.ending();
  errors_.count(ending, stands_for);
  for (std::size_t i = 0; ends.failed && i < threads_.size(); ++i)
    if (execution_.started(ThreadId{i}) &&
        execution_.thread(ThreadId{i}).status() == Status::Failed)
      report(execution_.thread(ThreadId{i}).error(), ThreadId{i}, {});
  if (ending == Ending::Hang && stuck != nullptr) report_hang(*stuck);
  if (ending == Ending::Hang && stuck == nullptr) check_hang();
  if (ending == Ending::Deadlock)
    report_stuck(Ending::Deadlock, stuck != nullptr ? stuck->schedule : memory::Schedule{});
  if (limited && std::max(number, executions()) >= options_.max_executions) {
    stop_ = true;
    result_.unfinished = {Limit::MaxExecutions};
  }
  const auto& visited = result_.visited;
  if (options_.progress && (visited.complete + visited.blocked + visited.bounded) % 4096 == 0) {
    result_.estimate = estimated_executions();
    options_.progress(result_);
  }
}

std::uint64_t Run::executions() const {
  const auto& n = result_.executions;
  return n.complete + n.blocked + n.bounded;
}

bool Run::interrupted() const {
  if (pool_ != nullptr) return pool_->stopped();
  return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
}

// What is said of the whole, and of an exploration that was stopped.
void Run::conclude() {
  result_.statistics.events = execution_.events_performed();
  result_.statistics.mutating_seconds -= result_.statistics.verifying_seconds;
  if (result_.finished) return;
  result_.estimate = estimated_executions();
  result_.repeated = most_repeated();
}

// A loop whose rounds multiply the executions, or that does not end at all. 0 times: the thread was
// in a local computation when the exploration was stopped.
std::optional<CheckResult::Repeated> Run::most_repeated() const {
  constexpr std::uint32_t kOften = 8;
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (execution_.started(ThreadId{i}) &&
        execution_.thread(ThreadId{i}).status() == Status::Interrupted)
      return CheckResult::Repeated{names_.name(ThreadId{i}),
                                   execution_.thread(ThreadId{i}).stopped_at(), 0};
  CheckResult::Repeated most;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!execution_.started(ThreadId{i})) continue;
    std::unordered_map<std::uint32_t, std::uint32_t> times;  // by source
    for (std::uint32_t k = 0; k < trace_.length(ThreadId{i}); ++k) {
      const exec::Op& op = threads_[i][k].next();
      if (!op.is_access() || ++times[op.source.value] <= most.times) continue;
      most = {names_.name(ThreadId{i}), op.source, times[op.source.value]};
    }
  }
  if (most.times < kOften) return std::nullopt;
  return most;
}

bool Run::is_cause(Position p, Position last, Position end) const {
  return (last == kInitial && end == kInitial) || (last != kInitial && trace_.before(p, last)) ||
         (end != kInitial && trace_.before(p, end));
}

// A run of the causes of the error that t made last: whatever else is there may be the access of a
// race with the end of an object. None: so may they be.
std::optional<memory::Schedule> Run::schedule_of_causes(ThreadId t) const {
  const Position last = trace_.last(t);
  Position end = kInitial;
  if (last != kInitial && trace_[last].failed) {
    // The object may have ended by somebody else's doing, which is no cause of the access.
    const exec::Op& op = execution_.op_of(last);
    const exec::Resolution r = execution_.object_at(op.address, op.size);
    const auto ended = std::ranges::find(ended_, r.slot, &std::pair<SlotId, Position>::first);
    if (r.ok && ended != ended_.end()) end = ended->second;
  }
  if (lives_race(last, end)) return std::nullopt;
  StepOrder causes;
  for (const RunStep step : sigma_)
    if (is_cause(step.position(), last, end) && (end == kInitial || step.position() != last))
      causes.push_back(step);
  if (end != kInitial) causes.push_back(RunStep(last));
  return execution_.schedule_of(causes);
}

// Whether an access and the end of its object's life come in either order, both among the causes of
// `last` or of `end` (both kInitial: anywhere). Then the witness may have them in another order
// than τ. That is a use after free, which check_frees reports.
bool Run::lives_race(Position last, Position end) const {
  return std::ranges::any_of(execution_.life_races(), [&](const CurrentExecution::LifeRace& r) {
    return is_cause(r.end, last, end) && is_cause(r.access, last, end);
  });
}

void Run::note_verified() {
  Statistics& statistics = result_.statistics;
  const consistency::Statistics& how = verifier_.statistics();
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

void Run::report_stuck(Ending ending, memory::Schedule schedule) {
  if (execution_.rules().reads == Reads::From && lives_race(kInitial, kInitial)) return;
  if (schedule.empty()) schedule = execution_.schedule_of(sigma_);
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!execution_.started(ThreadId{i})) continue;
    const auto error = memory::stuck_error(execution_.thread(ThreadId{i}), ending);
    if (error) return report(*error, ThreadId{i}, std::move(schedule));
  }
}

void Run::report_hang(const Stuck& stuck) {
  const exec::Thread& thread = *stuck.spins();
  const std::size_t before = result_.errors.size();
  errors_.add(*memory::stuck_error(thread, Ending::Hang), thread, thread.id(), stuck.schedule,
              names_);
  if (options_.all_errors || result_.errors.size() == before) return;
  stop_ = true;
  result_.unfinished = {Limit::FirstError};
}

void Run::report(const exec::Error& error, ThreadId t, memory::Schedule schedule) {
  if (errors_.count_again(error, execution_.thread(t))) return;
  if (schedule.empty() && execution_.rules().reads == Reads::From && !ended_.empty()) {
    const std::optional<memory::Schedule> causes = schedule_of_causes(t);
    if (!causes) return;
    schedule = *causes;
  }
  if (schedule.empty()) schedule = execution_.schedule_of(sigma_);
  errors_.add(error, execution_.thread(t), t, schedule, names_);
  if (!options_.all_errors) {
    stop_ = true;
    result_.unfinished = {Limit::FirstError};
  }
}

// An epoch's initial value has writers of its own; bytes are told apart only if they differ.
void Run::add_initial_sources(const LocationInfo& location, History& h) const {
  const auto& writers = location.writers;
  const bool uniform = std::all_of(writers.begin(), writers.begin() + location.size,
                                   [&](const auto& w) { return w == writers[0]; });
  for (unsigned i = 0; i < (uniform ? 1u : location.size); ++i) {
    if (writers[i].thread.valid())
      h.source(names_.identity(writers[i].thread), writers[i].index);
    else
      h.source(0, 0);
  }
}

ClassName Run::class_name() const {
  ClassSum sum;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t)) continue;
    History h;
    for (std::uint32_t k = 0; k < trace_.length(t); ++k) {
      const TraceEvent& e = trace_[trace_.position(t, k)];
      const exec::Op& op = threads_[i][k].next();
      h.operation(op);
      if (e.reads()) {
        if (careful_)
          add_sources_of_bytes(trace_.position(t, k), h);
        else if (e.source == kInitial)
          add_initial_sources(locations_[e.location], h);
        else
          h.source(names_.identity(trace_[e.source].thread), trace_[e.source].index);
      }
      if (records_result(op)) h.value(e.written.lo);  // the round of an arrival
      if (e.choices > 1) h.choice(e.choice);
      if (threads_[i][k + 1].status() == Status::Failed) h.error(threads_[i][k + 1].error().kind);
    }
    sum.add(names_.identity(t), h);
  }
  return sum.name();
}

}  // namespace overtake::smc

#include "smc/endings.h"

#include <algorithm>

#include "exec/cancellation.h"
#include "smc/needs.h"

namespace overtake::smc {

using exec::Status;
using memory::Ending;

Endings::Endings(CurrentExecution& execution, Hangs& hangs, Progress& progress,
                 const CheckOptions& options, CheckResult& result)
    : execution_(execution),
      hangs_(hangs),
      progress_(progress),
      options_(options),
      result_(result),
      errors_(execution.executor(), options, result) {}

void Endings::finish(const Explorer& explorer, std::uint64_t stands_for, const Stuck* stuck) {
  if (!progress_.claim_execution()) return;
  judge(stands_for, stuck);
  progress_.note_execution(explorer);
}

void Endings::judge_other_way(const Stuck& stuck) { report_ending(ends(&stuck).ending(), &stuck); }

memory::ThreadEnds Endings::ends(const Stuck* stuck) const {
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
  }
  return ends;
}

void Endings::judge(std::uint64_t stands_for, const Stuck* stuck) {
  const memory::ThreadEnds ends = this->ends(stuck);
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (execution_.started(ThreadId{i}) &&
        execution_.thread(ThreadId{i}).status() == Status::Bounded)
      errors_.note_bounded(execution_.thread(ThreadId{i}).stopped_at());
  if (ends.spinning && stuck == nullptr && !execution_.rules().stops_spinning)
    throw NeedsCausalMaps{};
  const Ending ending = ends.ending();
  errors_.count(ending, stands_for);
  for (std::size_t i = 0; ends.failed && i < threads_.size(); ++i)
    if (execution_.started(ThreadId{i}) &&
        execution_.thread(ThreadId{i}).status() == Status::Failed)
      report(execution_.thread(ThreadId{i}).error(), ThreadId{i}, {});
  report_ending(ending, stuck);
}

void Endings::report_ending(Ending ending, const Stuck* stuck) {
  if (ending == Ending::Hang && stuck != nullptr) report_hang(*stuck);
  if (ending == Ending::Hang && stuck == nullptr)
    if (auto schedule = hangs_.find_hang()) report_stuck(Ending::Hang, std::move(*schedule));
  if (ending == Ending::Deadlock)
    report_stuck(Ending::Deadlock, stuck != nullptr ? stuck->schedule : memory::Schedule{});
}

bool Endings::is_cause(Position p, Position last, Position end) const {
  return (last == kInitial && end == kInitial) || (last != kInitial && trace_.before(p, last)) ||
         (end != kInitial && trace_.before(p, end));
}

// A run of the causes of the error that t made last: whatever else is there may be the access of a
// race with the end of an object. None: so may they be.
std::optional<memory::Schedule> Endings::schedule_of_causes(ThreadId t) const {
  const Position last = trace_.last(t);
  Position end = kInitial;
  if (last != kInitial && trace_[last].failed) {
    // Another thread may have ended the object, which is no cause of the access.
    const exec::Op& op = execution_.op_of(last);
    const exec::Resolution r = execution_.object_at(op.address, op.size);
    const auto ended = std::ranges::find(ended_, r.slot, &std::pair<SlotId, Position>::first);
    if (r.ok && ended != ended_.end()) end = ended->second;
  }
  if (lives_race(last, end)) return std::nullopt;
  StepOrder causes;
  for (const RunStep step : execution_.sigma)
    if (is_cause(step.position(), last, end) && (end == kInitial || step.position() != last))
      causes.push_back(step);
  if (end != kInitial) causes.push_back(RunStep(last));
  return execution_.schedule_of(causes);
}

// Whether an access and the end of its object's life come in either order, both among the causes of
// `last` or of `end` (both kInitial: anywhere). Then the witness may have them in another order
// than τ. That is a use after free, which check_frees reports.
bool Endings::lives_race(Position last, Position end) const {
  return std::ranges::any_of(execution_.lifetimes().races(), [&](const Lifetimes::Race& r) {
    return is_cause(r.end, last, end) && is_cause(r.access, last, end);
  });
}

void Endings::report_stuck(Ending ending, memory::Schedule schedule) {
  if (execution_.rules().reads == Reads::From && lives_race(kInitial, kInitial)) return;
  if (schedule.empty()) schedule = execution_.schedule_of(execution_.sigma);
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!execution_.started(ThreadId{i})) continue;
    const auto error = memory::stuck_error(execution_.thread(ThreadId{i}), ending);
    if (error) return report(*error, ThreadId{i}, std::move(schedule));
  }
}

void Endings::report_hang(const Stuck& stuck) {
  const exec::Thread& thread = *stuck.spins();
  report_in_round(*memory::stuck_error(thread, Ending::Hang), thread, stuck.schedule);
}

void Endings::report_in_round(const exec::Error& error, const exec::Thread& thread,
                              const memory::Schedule& schedule) {
  const std::size_t before = result_.errors.size();
  errors_.add(error, thread, thread.id(), schedule, execution_.names());
  if (options_.all_errors || result_.errors.size() == before) return;
  progress_.stop(Limit::FirstError);
}

void Endings::report(const exec::Error& error, ThreadId t, memory::Schedule schedule) {
  if (errors_.count_again(error, execution_.thread(t))) return;
  if (schedule.empty() && execution_.rules().reads == Reads::From && !ended_.empty()) {
    const std::optional<memory::Schedule> causes = schedule_of_causes(t);
    if (!causes) return;
    schedule = *causes;
  }
  if (schedule.empty()) schedule = execution_.schedule_of(execution_.sigma);
  errors_.add(error, execution_.thread(t), t, schedule, execution_.names());
  if (!options_.all_errors) progress_.stop(Limit::FirstError);
}

// A free and an access of the same object that nothing orders: the access may come after the free.
// The events that both depend on are closed under causes, so the old order restricted to them is a
// run, after which the access is the next operation of its thread.
void Endings::report_late_accesses(Position begin) {
  for (const auto& [object, f, p] : execution_.lifetimes().races(begin)) {
    const TraceEvent& e = trace_[p];
    const Position before = e.predecessor;
    StepOrder order;
    for (const RunStep step : execution_.sigma) {
      const Position q = step.position();
      if (trace_.before(q, f) || (before != kInitial && trace_.before(q, before)))
        order.push_back(step);
    }
    memory::Schedule schedule = execution_.schedule_of(order);
    schedule.push_back({e.thread, false, 0, 0});
    const exec::ObjectKind kind =
        execution_.thread(owner(object)).objects()[number_in_thread(object)].kind;
    report(
        {exec::dead_object_error(kind), execution_.op_of(p).source, 0, execution_.op_of(p).address},
        e.thread, schedule);
    if (progress_.stopped()) return;
  }
}

}  // namespace overtake::smc

// The end of an execution: counted, and its errors reported, each distinct one once and replayed.
#include "base/error.h"
#include "smc/run.h"

namespace overtake::smc {

using exec::Status;
using memory::Ending;

// In some explorations an execution stands for several.
void Run::finish_execution(std::uint64_t stands_for) {
  bool waiting = false;
  bool spinning = false;
  bool assumed = false;
  bool bounded = false;
  bool failed = false;
  bool exited = false;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!started(ThreadId{i})) continue;
    const exec::Thread& t = thread(ThreadId{i});
    switch (t.status()) {
      case Status::Ready:
        waiting = true;
        break;
      case Status::Spinning:
        spinning = true;
        break;
      case Status::Assumed:
        assumed = true;
        break;
      case Status::Exited:
        exited = true;
        break;
      case Status::Failed:
        failed = true;
        break;
      case Status::Bounded:
        bounded = true;
        errors_.note_bounded(t.stopped_at());
        break;
      default:
        break;
    }
  }
  errors_.count(bounded               ? Ending::Bounded
                : assumed || spinning ? Ending::Blocked
                                      : Ending::Complete,
                stands_for);
  for (std::size_t i = 0; failed && i < threads_.size(); ++i)
    if (started(ThreadId{i}) && thread(ThreadId{i}).status() == Status::Failed)
      report(thread(ThreadId{i}).error(), ThreadId{i}, {});
  // Whoever waits may wait for a thread that was stopped.
  if (!failed && !assumed && !bounded && !exited) {
    if (spinning)
      check_hang();
    else if (waiting)
      report_stuck(Ending::Deadlock, {});
  }
  const auto& n = result_.executions;
  if (options_.max_executions != 0 &&
      n.complete + n.blocked + n.bounded >= options_.max_executions) {
    stop_ = true;
    result_.unfinished_reason = "max-executions";
  }
  if (options_.progress && (n.complete + n.blocked + n.bounded) % 4096 == 0)
    options_.progress(result_);
}

void Run::report_stuck(Ending ending, memory::Schedule schedule) {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!started(ThreadId{i})) continue;
    const auto error = stuck_error(thread(ThreadId{i}), ending);
    if (error) return report(*error, ThreadId{i}, std::move(schedule));
  }
}

void Run::report(const exec::Error& error, ThreadId thread, memory::Schedule schedule) {
  if (errors_.known(error)) return;
  if (schedule.empty()) schedule = schedule_of(sigma_);
  errors_.add(error, thread, schedule, names_);
  if (!options_.all_errors) {
    stop_ = true;
    result_.unfinished_reason = "error";
  }
}

memory::Schedule Run::schedule_of(std::span<const std::uint32_t> order) const {
  memory::Schedule schedule;
  for (std::uint32_t step : order) {
    const TraceEvent& e = trace_[step / 2];
    memory::Step s{e.thread, step % 2 == 1, 0, e.choice};
    if (s.drain) {
      s.choice = 0;
      const LocationInfo& info = locations_[e.location];
      if (options_.model == Model::PSO) s.address = address_of(info.object, info.offset);
    }
    schedule.push_back(s);
  }
  return schedule;
}

}  // namespace overtake::smc

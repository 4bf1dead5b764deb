#include "smc/errors.h"

#include <algorithm>

#include "base/error.h"
#include "memory/replay.h"

namespace overtake::smc {

using memory::Ending;

bool ErrorCollector::known(const exec::Error& error) const {
  return std::any_of(result_.errors.begin(), result_.errors.end(), [&](const FoundError& e) {
    return e.error.kind == error.kind && e.error.source == error.source;
  });
}

void ErrorCollector::add(const exec::Error& error, ThreadId thread,
                         const memory::Schedule& schedule, const memory::ThreadNames& names) {
  if (known(error)) return;
  // The judge: no counterexample leaves unreplayed.
  const memory::Replay replayed = memory::replay(
      executor_, {options_.model, options_.pso_rmw, options_.spurious_wakeups}, schedule, names);
  const bool found = std::any_of(
      replayed.records.begin(), replayed.records.end(),
      [&](const memory::Record& r) { return r.error && r.error->kind == error.kind; });
  if (!replayed.valid || !(found || (replayed.error && replayed.error->kind == error.kind)))
    throw InternalError("a counterexample does not replay: " + replayed.invalid_reason);
  result_.errors.push_back({error, thread, schedule, names});
}

bool ErrorCollector::note(const memory::Machine& machine, const memory::Schedule& schedule,
                          Ending ending) {
  switch (ending) {
    case Ending::Interrupted: return false;
    case Ending::Blocked: ++result_.executions.blocked; break;
    case Ending::Bounded: ++result_.executions.bounded; break;
    default: ++result_.executions.complete; break;
  }
  const std::size_t before = result_.errors.size();
  for (std::size_t i = 0; i < machine.thread_count(); ++i) {
    const ThreadId t{i};
    if (!machine.exists(t)) continue;
    const exec::Thread& thread = machine.thread(t);
    if (thread.status() == exec::Status::Failed)
      add(thread.error(), t, schedule, machine.names());
    if (thread.status() == exec::Status::Bounded &&
        std::find(result_.bounded_loops.begin(), result_.bounded_loops.end(),
                  thread.stopped_at()) == result_.bounded_loops.end())
      result_.bounded_loops.push_back(thread.stopped_at());
    if (thread.ready() && (ending == Ending::Deadlock || ending == Ending::Hang)) {
      const auto kind = ending == Ending::Hang ? ir::ErrorKind::Hang : ir::ErrorKind::Deadlock;
      add({kind, thread.next().source, 0, thread.next().address}, t, schedule, machine.names());
      break;
    }
  }
  return result_.errors.size() == before || options_.all_errors;
}

}  // namespace overtake::smc

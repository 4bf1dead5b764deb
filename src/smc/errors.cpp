#include "smc/errors.h"

#include <algorithm>

#include "base/error.h"
#include "ir/user_place.h"
#include "memory/replay.h"

namespace overtake::smc {

using memory::Ending;
using memory::stuck_error;

namespace {

std::uint64_t total(const CheckResult::Executions& e) { return e.complete + e.blocked + e.bounded; }

}  // namespace

// Where the user's code goes wrong: all failed assertions fail in the same line of the library.
ir::SourceId ErrorCollector::place_of(const exec::Error& error, const exec::Thread& thread) const {
  const ir::Program& program = executor_.program();
  auto place = ir::user_place(program, error.source);
  if (!place) place = ir::user_place(program, error.source, thread.backtrace(program));
  return place ? place->source : error.source;
}

bool ErrorCollector::count_again(const exec::Error& error, const exec::Thread& thread) {
  if (std::ranges::find(options_.ignored, error.kind) != options_.ignored.end()) return true;
  const ir::SourceId place = place_of(error, thread);
  for (std::size_t i = 0; i < result_.errors.size(); ++i) {
    FoundError& e = result_.errors[i];
    if (e.error.kind != error.kind || e.place != place) continue;
    const std::uint64_t now = total(result_.executions);
    if (counts_ && seen_[i] != now) {
      e.executions += stands_for_;
      seen_[i] = now;
    }
    return true;
  }
  return false;
}

bool ErrorCollector::add(const exec::Error& error, const exec::Thread& thread, ThreadId id,
                         const memory::Schedule& schedule, const memory::ThreadNames& names) {
  if (count_again(error, thread)) return true;
  // The judge: no counterexample leaves unreplayed. A replay ends, as the run did; a request to
  // stop must not make it look invalid.
  const exec::Executor judge(executor_.program());
  const memory::Replay replayed = memory::replay(judge, {options_.model}, schedule, names);
  const bool found = (replayed.error && replayed.error->kind == error.kind) ||
                     std::ranges::any_of(replayed.records, [&](const memory::Record& r) {
                       return r.error && r.error->kind == error.kind;
                     });
  // The machine repeats the rounds of a hang before it calls them that, and a bound on loops may
  // end them first: then the hang lies beyond the bound.
  if (error.kind == ir::ErrorKind::Hang && replayed.valid && !found && replayed.bounded) {
    note_bounded(error.source);
    const auto recount = [](CheckResult::Executions& e, std::uint64_t executions) {
      e.blocked -= std::min(e.blocked, executions);
      e.bounded += executions;
    };
    recount(result_.executions, stands_for_);
    recount(result_.visited, 1);
    return true;
  }
  if (!replayed.valid || !found)
    throw InternalError("a counterexample does not replay: " + replayed.invalid_reason);
  result_.errors.push_back(
      {error, id, schedule, names, counts_ ? stands_for_ : 0u, place_of(error, thread)});
  seen_.push_back(counts_ ? total(result_.executions) : kNever);
  return options_.all_errors;
}

void ErrorCollector::count(Ending ending, std::uint64_t executions) {
  const auto add = [&](std::uint64_t CheckResult::Executions::* number) {
    result_.executions.*number += executions;
    result_.visited.*number += 1;
  };
  stands_for_ = executions;
  switch (ending) {
    case Ending::Interrupted:
      break;
    case Ending::Hang:
    case Ending::Blocked:
      return add(&CheckResult::Executions::blocked);
    case Ending::Bounded:
      return add(&CheckResult::Executions::bounded);
    default:
      return add(&CheckResult::Executions::complete);
  }
}

bool ErrorCollector::note(const memory::Machine& machine, const memory::Schedule& schedule,
                          Ending ending) {
  if (ending == Ending::Interrupted) return false;
  const std::size_t before = result_.errors.size();
  std::optional<std::pair<exec::Error, ThreadId>> stuck;
  for (std::size_t i = 0; i < machine.thread_count(); ++i) {
    const ThreadId t{i};
    if (!machine.exists(t)) continue;
    const exec::Thread& thread = machine.thread(t);
    if (thread.status() == exec::Status::Failed)
      add(thread.error(), thread, t, schedule, machine.names());
    if (thread.status() == exec::Status::Bounded) note_bounded(thread.stopped_at());
    if (stuck || (machine.cut_short() && machine.section() != t)) continue;
    if (const auto error = stuck_error(thread, ending)) stuck.emplace(*error, t);
  }
  if (stuck)
    add(stuck->first, machine.thread(stuck->second), stuck->second, schedule, machine.names());
  return result_.errors.size() == before || options_.all_errors;
}

void ErrorCollector::note_bounded(ir::SourceId loop) {
  auto& loops = result_.bounded_loops;
  if (std::find(loops.begin(), loops.end(), loop) == loops.end()) loops.push_back(loop);
}

bool is_lifetime_error(ir::ErrorKind kind) {
  return kind == ir::ErrorKind::UseAfterFree || kind == ir::ErrorKind::DoubleFree ||
         kind == ir::ErrorKind::DeadStackObject;
}

}  // namespace overtake::smc

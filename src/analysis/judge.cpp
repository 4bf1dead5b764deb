#include "analysis/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/refused.h"
#include "analysis/shorten.h"
#include "base/error.h"
#include "ir/errors.h"
#include "memory/outlast.h"

namespace overtake::analysis {
namespace {

// Of threads that all hang, in ways of their own, the replay may name another one first.
void insist(const memory::Replay& replay, const exec::Error& expected) {
  if (!replay.valid)
    throw InternalError(fmt::format("a counterexample ({}) does not replay: {}",
                                    ir::name(expected.kind), replay.invalid_reason));
  if (!replay.error || replay.error->kind != expected.kind ||
      (replay.error->source != expected.source && expected.kind != ir::ErrorKind::Hang))
    throw InternalError(fmt::format("a counterexample ({}) replays to {}", ir::name(expected.kind),
                                    replay.error ? ir::name(replay.error->kind) : "no error"));
}

// Whether the two steps of a replay are accesses that can race: conflicting, not both atomic.
bool may_race(const memory::Replay& replay, const report::Race& race) {
  if (race.first >= replay.records.size() || race.second >= replay.records.size()) return false;
  const memory::Record& a = replay.records[race.first];
  const memory::Record& b = replay.records[race.second];
  const auto plain = [](const exec::Op& op) {
    return (op.kind == exec::OpKind::Load || op.kind == exec::OpKind::Store) &&
           op.order == ir::Order::Plain;
  };
  const auto writes = [](const memory::Record& r) {
    return r.wrote_memory || r.op.kind == exec::OpKind::Store;
  };
  return a.op.is_access() && b.op.is_access() && !a.step.drain && !b.step.drain &&
         a.step.thread != b.step.thread && (plain(a.op) || plain(b.op)) &&
         (writes(a) || writes(b)) && a.op.address < b.op.address + b.op.size &&
         b.op.address < a.op.address + a.op.size;
}

// The error of a race is where its second access is.
void set_race(Judged& judged, const report::Race& race) {
  const memory::Record& second = judged.replay.records[race.second];
  judged.race = race;
  judged.error = {};
  judged.error.kind = ir::ErrorKind::Race;
  judged.error.source = second.op.source;
  judged.replay.error_thread = second.step.thread;
  judged.replay.error_calls = second.calls;
}

}  // namespace

std::optional<Judged> Judge::replayed(const memory::FoundError& found, bool as_it_is) const {
  refuse_reached(program_, found.error);
  const exec::Executor executor(program_);
  const auto run = [&](const memory::Schedule& schedule) {
    return memory::replay(executor, options_, schedule, found.names);
  };
  memory::Schedule schedule = found.schedule;
  const bool of_a_thread =
      found.error.kind != ir::ErrorKind::Deadlock && found.error.kind != ir::ErrorKind::Hang;
  // Other threads that fail first do not take the step in which they do.
  for (memory::Replay replay = run(schedule);
       of_a_thread && replay.valid && replay.error && replay.error_thread != found.thread;
       replay = run(schedule)) {
    const auto last = std::find_if(schedule.rbegin(), schedule.rend(), [&](const memory::Step& s) {
      return !s.drain && s.thread == replay.error_thread;
    });
    if (last == schedule.rend()) return std::nullopt;
    schedule.erase(std::next(last).base());
  }
  if (schedule.size() != found.schedule.size() && !run(schedule).valid) return std::nullopt;
  insist(run(schedule), found.error);
  Judged judged{.error = found.error, .names = found.names};
  const auto refuted = [&](const memory::Schedule& run_of) {
    return of_a_thread ? std::nullopt
                       : memory::refute_stuck(program_, options_, run_of, found.names);
  };
  if (const auto thread = refuted(schedule))
    throw InternalError(fmt::format("a counterexample ({}) is not stuck: {} continues",
                                    ir::name(found.error.kind), found.names.name(*thread)));
  judged.schedule = as_it_is ? schedule : shorten(program_, schedule, run, {.stop = stop_});
  // With less before it, what looks stuck need not be.
  if (refuted(judged.schedule)) judged.schedule = schedule;
  judged.replay = run(judged.schedule);
  insist(judged.replay, found.error);
  if (found.error.kind == ir::ErrorKind::Hang) judged.error = *judged.replay.error;
  return judged;
}

Judged Judge::replayed(const memory::FoundRace& found) const {
  const report::Race race{found.first.step, found.second.step};
  Judged judged{.schedule = found.schedule, .names = found.names};
  judged.replay = memory::replay(exec::Executor(program_), options_, found.schedule, found.names);
  if (!judged.replay.valid || !may_race(judged.replay, race))
    throw InternalError(
        fmt::format("a data race does not replay: {}", judged.replay.invalid_reason));
  set_race(judged, race);
  return judged;
}

Judged Judge::again(const memory::Schedule& schedule, const memory::ThreadNames& names,
                    std::string_view error_kind, const std::optional<report::Race>& race,
                    const std::string& file) const {
  Judged judged{.schedule = schedule, .names = names};
  judged.replay = memory::replay(exec::Executor(program_), options_, schedule, names);
  const memory::Replay& replay = judged.replay;
  const bool same =
      race ? may_race(replay, *race) : replay.error && ir::name(replay.error->kind) == error_kind;
  if (!replay.valid || !same)
    throw InputError(
        fmt::format("{}: the schedule does not lead to its error ({}) any more{}; has the program "
                    "changed since it was written?",
                    file, error_kind, replay.valid ? "" : ": " + replay.invalid_reason));
  if (race)
    set_race(judged, *race);
  else
    judged.error = *replay.error;
  return judged;
}

std::string Judge::output(const Judged& judged) const {
  std::string text;
  exec::Limits limits;
  limits.output = [&](ThreadId, std::string_view part) { text += part; };
  const exec::Executor executor(program_, limits);
  memory::replay(executor, options_, judged.schedule, judged.names);
  return text;
}

report::Finding make_finding(const ir::Program& program, const Judged& judged, bool full) {
  return report::make_finding(program, judged.error, judged.replay, judged.race, full);
}

}  // namespace overtake::analysis

#include "cli/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "ir/errors.h"
#include "memory/outlast.h"
#include "report/shorten.h"

namespace overtake::cli {
namespace {

void insist(const memory::Replay& replay, const exec::Error& expected) {
  if (!replay.valid)
    throw InternalError(fmt::format("a counterexample ({}) does not replay: {}",
                                    ir::name(expected.kind), replay.invalid_reason));
  if (!replay.error || replay.error->kind != expected.kind ||
      replay.error->source != expected.source)
    throw InternalError(fmt::format("a counterexample ({}) replays to {}", ir::name(expected.kind),
                                    replay.error ? ir::name(replay.error->kind) : "no error"));
}

}  // namespace

std::optional<report::ErrorReport> Judge::replayed(const smc::FoundError& found) const {
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
  report::ErrorReport report;
  report.error = found.error;
  report.schedule = report::shorten(schedule, run);
  report.replay = run(report.schedule);
  insist(report.replay, found.error);
  if (!of_a_thread)
    if (const auto thread = memory::refute_stuck(program_, options_, report.schedule, found.names))
      throw InternalError(fmt::format("a counterexample ({}) is not stuck: {} goes on",
                                      ir::name(found.error.kind), found.names.name(*thread)));
  return report;
}

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

report::ErrorReport Judge::replayed(const smc::FoundRace& found) const {
  report::ErrorReport report;
  report.error.kind = ir::ErrorKind::Race;
  report.error.source = found.second.source;
  report.race = report::Race{found.first.step, found.second.step};
  report.schedule = found.schedule;
  report.replay = memory::replay(exec::Executor(program_), options_, found.schedule, found.names);
  if (!report.replay.valid || !may_race(report.replay, *report.race))
    throw InternalError(
        fmt::format("a data race does not replay: {}", report.replay.invalid_reason));
  report.replay.error_thread = found.second.thread;
  report.replay.error_calls = report.replay.records.back().calls;
  return report;
}

std::string Judge::output(const memory::Schedule& schedule,
                          const memory::ThreadNames& names) const {
  std::string text;
  exec::Limits limits;
  limits.output = [&](ThreadId, std::string_view part) { text += part; };
  const exec::Executor executor(program_, limits);
  memory::replay(executor, options_, schedule, names);
  return text;
}

}  // namespace overtake::cli

#include "cli/judge.h"

#include <fmt/format.h>

#include "base/error.h"
#include "ir/errors.h"
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

report::ErrorReport Judge::replayed(const smc::FoundError& found) const {
  const exec::Executor executor(program_);
  const auto run = [&](const memory::Schedule& schedule) {
    return memory::replay(executor, options_, schedule, found.names);
  };
  insist(run(found.schedule), found.error);
  report::ErrorReport report;
  report.error = found.error;
  report.schedule = report::shorten(found.schedule, run);
  report.replay = run(report.schedule);
  insist(report.replay, found.error);
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

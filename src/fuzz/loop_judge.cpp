#include "fuzz/loop_judge.h"

#include <fmt/format.h>

#include <utility>

#include "fuzz/harness.h"
#include "ir/errors.h"

namespace overtake::fuzz {

namespace {

using Verdict = std::optional<std::string>;

constexpr std::size_t kMaxGraphStates = 100'000;

// Of failed threads only.
ErrorKinds failures(const Outcomes& outcomes) {
  ErrorKinds kinds;
  for (const Outcome& o : outcomes)
    for (const ThreadOutcome& t : o.threads)
      if (t.ending == Ending::Failed) kinds.insert(t.error);
  return kinds;
}

ErrorKinds errors(const NaiveResult& result) {
  ErrorKinds kinds = failures(result.outcomes);
  kinds.merge(failures(result.hangs));
  if (result.deadlock) kinds.insert(ir::ErrorKind::Deadlock);
  if (result.hang) kinds.insert(ir::ErrorKind::Hang);
  return kinds;
}

// Those that no bound stopped.
Outcomes unbounded(const Outcomes& outcomes) {
  Outcomes some;
  for (const Outcome& o : outcomes)
    if (!ends(o, Ending::Bounded)) some.insert(o);
  return some;
}

// As much of the outcomes as the exploration shows.
Outcomes as_seen_by(const EngineRun& run, Outcomes outcomes) {
  std::erase_if(outcomes, [](const Outcome& o) { return o.cut_short; });
  return run.used == smc::Equivalence::States ? outcomes : seen_by_threads(outcomes);
}

}  // namespace

NaiveResult naive_graph(const Sketch& sketch, MachineName m, std::uint32_t unroll, bool classes) {
  NaiveResult result = naive_outcomes(
      sketch, {.model = m, .max_states = kMaxGraphStates, .unroll = unroll, .classes = classes});
  if (!result.finished) throw PassedOver{};
  return result;
}

EngineRun explored(const Sketch& sketch, const ir::Program& program, MachineName machine,
                   smc::Equivalence equivalence, const RunLimits& limits) {
  std::optional<EngineRun> run = engine_run(sketch, program, machine, equivalence, limits);
  if (!run) throw PassedOver{};
  return *std::move(run);
}

std::string missing(const ErrorKinds& some, const ErrorKinds& all) {
  std::string text;
  for (const ir::ErrorKind kind : some)
    if (!all.contains(kind)) text += fmt::format("    {}\n", ir::name(kind));
  return text;
}

LoopJudge::LoopJudge(const Sketch& sketch, MachineName machine)
    : all_(naive_graph(sketch, machine, 0)),
      bounded_(naive_graph(sketch, machine, kUnroll)),
      errors_(errors(all_)),
      bounded_errors_(failures(bounded_.outcomes)) {}

Verdict LoopJudge::within(const EngineRun& run, bool with_ends) const {
  if (run.twice) return "  a class is visited twice\n";
  if (with_ends) {
    if (const std::string m = missing(run.ends, as_seen_by(run, all_.outcomes)); !m.empty())
      return "  ends that do not exist:\n" + m;
    if (const std::string m = missing(as_seen_by(run, unbounded(bounded_.outcomes)), run.ends);
        !m.empty())
      return "  ends that are missed:\n" + m;
  }
  if (const std::string m = missing(run.errors, errors_); !m.empty())
    return "  errors that do not exist:\n" + m;
  if (const std::string m = missing(bounded_errors_, run.errors); !m.empty())
    return "  errors that are missed:\n" + m;
  return std::nullopt;
}

Verdict LoopJudge::same(const EngineRun& run, bool with_ends) const {
  if (run.twice) return "  a class is visited twice\n";
  if (with_ends)
    if (Verdict v =
            difference("the naive machine", as_seen_by(run, all_.outcomes), "the engine", run.ends))
      return v;
  if (const std::string m = missing(run.errors, errors_); !m.empty())
    return "  errors that do not exist:\n" + m;
  if (const std::string m = missing(errors_, run.errors); !m.empty())
    return "  errors that are missed:\n" + m;
  return std::nullopt;
}

}  // namespace overtake::fuzz

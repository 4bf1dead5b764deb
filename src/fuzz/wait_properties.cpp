#include "fuzz/wait_properties.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "fuzz/loop_judge.h"
#include "fuzz/to_ir.h"

namespace overtake::fuzz {

namespace {

using smc::Equivalence;
using Verdict = std::optional<std::string>;

constexpr Equivalence kAll[] = {Equivalence::States, Equivalence::Exhaustive, Equivalence::Rf,
                                Equivalence::RfSpinning, Equivalence::Rvf};
constexpr Equivalence kQuick[] = {Equivalence::Rf, Equivalence::Rvf};

// With a bound first; without one if no thread reached it.
Verdict check_loops(const Sketch& sketch, MachineName m, const LoopJudge& judge, bool passes,
                    std::span<const Equivalence> explorations) {
  const ir::Program program = to_ir(sketch);
  for (const std::uint32_t unroll : {kUnroll, 0u}) {
    const ir::Program ready = prepared(program, m, {.unroll = unroll, .passes = passes});
    bool reached = false;
    for (const Equivalence e : explorations) {
      const EngineRun run = explored(sketch, ready, m, e);
      if (Verdict v = unroll != 0 ? judge.within(run) : judge.same(run))
        return fmt::format("under {}, {}{}{}:\n{}", to_string(m), smc::name(e),
                           unroll != 0 ? fmt::format(", at most {} iterations", unroll) : "",
                           passes ? "" : ", without passes", *v);
      reached = reached || run.bounded > 0;
    }
    if (reached) break;
  }
  return std::nullopt;
}

// With the passes that `overtake check` does, and without them: then a variable is in memory, and a
// store to it an effect.
Verdict check_all(const Sketch& sketch, MachineName m) {
  const LoopJudge judge(sketch, m);
  for (const bool passes : {true, false})
    if (Verdict v = check_loops(sketch, m, judge, passes, kAll)) return v;
  return std::nullopt;
}

Verdict check_quick(const Sketch& sketch, MachineName m) {
  return check_loops(sketch, m, LoopJudge(sketch, m), true, kQuick);
}

bool has_variables_in_loops(const Sketch& sketch) {
  bool found = false;
  visit(sketch, [&](const Statement& s) {
    if (is_access(s.kind) && s.space == Space::Variable) found = true;
    for (const Place& p : s.pointers) found = found || p.space == Space::Variable;
  });
  return found && may_run_for_ever(sketch);
}

Verdict check_wait_classes(const Sketch& sketch, MachineName m) {
  const ir::Program program = to_ir(sketch);
  const ir::Program bounded = prepared(program, m, {.unroll = kUnroll, .passes = false});
  if (explored(sketch, bounded, m, Equivalence::Rf).bounded > 0) throw PassedOver{};
  const NaiveResult second = naive_graph(sketch, m, 0, true);
  const ir::Program free = prepared(program, m, {.passes = false});
  for (const Equivalence e : {Equivalence::Exhaustive, Equivalence::Rf, Equivalence::RfSpinning}) {
    const EngineRun run = explored(sketch, free, m, e);
    if (run.complete != second.classes.size())
      return fmt::format("under {}, {}: {} complete executions, but there are {} classes\n",
                         to_string(m), smc::name(e), run.complete, second.classes.size());
    if (run.blocked < second.stopped_classes.size())
      return fmt::format("under {}, {}: {} blocked executions, but there are {} classes\n",
                         to_string(m), smc::name(e), run.blocked, second.stopped_classes.size());
  }
  return std::nullopt;
}

}  // namespace

std::vector<Property> wait_properties(std::vector<MachineName> machines) {
  const auto under_all = [&](Verdict (*check)(const Sketch&, MachineName)) {
    return [machines, check](const Sketch& sketch) -> Verdict {
      for (const MachineName m : machines)
        if (Verdict v = check(sketch, m)) return v;
      return std::nullopt;
    };
  };
  // Executions in which an object is accessed after its end do not replay.
  const auto keeps_objects = [](const Sketch& s) { return !uses(s, Kind::HeapFree); };
  const std::vector<Profile> profiles{Profile::Waits, Profile::Loops, Profile::Calls};
  return {
      {"loops",
       "programs with loops and calls have the outcomes, errors and hangs of the naive machine",
       keeps_objects, under_all(check_all), profiles},
      {"waiting", "the same by RF and RVF exploration only, for many programs", keeps_objects,
       under_all(check_quick), profiles},
      // In memory, a variable is a part of the state even when its value is not needed any more.
      {"wait-classes",
       "as many complete classes are visited as there are, rounds without effect aside",
       [=](const Sketch& s) { return keeps_objects(s) && !has_variables_in_loops(s); },
       under_all(check_wait_classes), profiles}};
}

}  // namespace overtake::fuzz

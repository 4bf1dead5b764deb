#include "fuzz/wait_properties.h"

#include <fmt/format.h>

#include <algorithm>
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
// ... and without rounds of turns from the beginning, to which the others switch.
constexpr Equivalence kTurns[] = {Equivalence::Rf, Equivalence::Rvf, Equivalence::RfTurns,
                                  Equivalence::RvfTurns};

// With a bound first; without one if no thread reached it.
Verdict check_loops(const Sketch& sketch, const ir::Program& program, MachineName m,
                    const LoopJudge& judge, bool passes,
                    std::span<const Equivalence> explorations) {
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
    if (Verdict v = check_loops(sketch, to_ir(sketch), m, judge, passes, kAll)) return v;
  return std::nullopt;
}

Verdict check_quick(const Sketch& sketch, MachineName m) {
  return check_loops(sketch, to_ir(sketch), m, LoopJudge(sketch, m), true, kQuick);
}

// What is left of a round without passes is more: variables in memory, calls.
Verdict check_quiet(const Sketch& sketch, MachineName m) {
  const LoopJudge judge(sketch, m);
  for (const bool passes : {true, false})
    if (Verdict v = check_loops(sketch, to_ir(sketch), m, judge, passes, kTurns)) return v;
  return std::nullopt;
}

Verdict check_objects(const Sketch& sketch, MachineName m) {
  return check_loops(sketch, to_ir_with_objects(sketch), m, LoopJudge(sketch, m), true, kQuick);
}

bool has_variables_in_loops(const Sketch& sketch) {
  bool found = false;
  visit(sketch, [&](const Statement& s) {
    if (is_access(s.kind) && s.space == Space::Variable) found = true;
    for (const Place& p : s.pointers) found = found || p.space == Space::Variable;
  });
  return found && may_run_for_ever(sketch);
}

// A loop that comes in, and goes back out unless it found the value. It may then look until the
// value is there.
bool is_put_back(const Block& body) {
  const auto adds = [&](const Statement& s) {
    return s.kind == Kind::Add && s.space == Space::Shared && s.size == 4 && s.offset == 0 &&
           s.target == body[0].target && !s.value.computed();
  };
  if (body.size() < 3 || body.size() > 4 || !adds(body[0]) || !adds(body[2])) return false;
  const Condition& enough = body[1].condition;
  if (body[1].kind != Kind::If || body[1].body != Block{plain(Kind::Break)} ||
      !body[1].otherwise.empty() || !enough.equal || enough.reg != body[0].dst ||
      enough.right().computed() || body[0].value.constant + body[2].value.constant != 0)
    return false;
  if (body.size() == 3) return true;
  const Statement& look = body[3];
  return look.kind == Kind::DoWhile && look.body.size() == 1 &&
         look.body[0] == load(look.condition.reg, body[0].target) &&
         look.condition == ne(look.condition.reg, enough.constant);
}

// The same program with compare-and-swaps in their place, which leave nothing to take back. False:
// there is no such loop.
bool replace_put_backs(Block& block) {
  bool found = false;
  for (Statement& s : block) {
    if (s.kind == Kind::Loop && is_put_back(s.body)) {
      const std::uint32_t expected = s.body[1].condition.constant;
      s.body[0] = cas(s.body[0].dst, s.body[0].target, expected,
                      expected + s.body[0].value.constant, s.body[0].order);
      s.body.resize(2);
      found = true;
    }
    found = replace_put_backs(s.body) || found;
    found = replace_put_backs(s.otherwise) || found;
  }
  return found;
}

// Where no thread observes what failed attempts do, each class is visited once, without them.
Verdict check_put_backs(const Sketch& sketch, MachineName m) {
  Sketch other = sketch;
  for (Block& thread : other.threads) replace_put_backs(thread);
  const ir::Program program = to_ir(sketch);
  const ir::Program bounded = prepared(program, m, {.unroll = kUnroll, .passes = false});
  if (explored(sketch, bounded, m, Equivalence::Rf).bounded > 0) throw PassedOver{};
  const NaiveResult second = naive_graph(other, m, 0, true);
  const EngineRun run =
      explored(sketch, prepared(program, m, {.passes = false}), m, Equivalence::Rf);
  if (run.used != Equivalence::RfWaiting) throw PassedOver{};  // they are seen
  if (run.complete != second.classes.size())
    return fmt::format("under {}: {} complete executions, but there are {} classes\n", to_string(m),
                       run.complete, second.classes.size());
  return std::nullopt;
}

bool adds_in_loops(const Block& block, bool in_loop) {
  return std::ranges::any_of(block, [&](const Statement& s) {
    const bool inside = in_loop || is_loop(s.kind);
    return (inside && s.kind == Kind::Add) || adds_in_loops(s.body, inside) ||
           adds_in_loops(s.otherwise, inside);
  });
}

// ... and nothing else adds in a loop.
bool has_put_backs(const Sketch& sketch) {
  Sketch other = sketch;
  bool found = false;
  for (Block& thread : other.threads) found = replace_put_backs(thread) || found;
  for (const Block& thread : other.threads) found = found && !adds_in_loops(thread, false);
  for (const Function& f : other.functions) found = found && !adds_in_loops(f.body, false);
  return found;
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
      {"waiting",
       "the same by RF and RVF exploration only, for many programs",
       keeps_objects,
       under_all(check_quick),
       {Profile::Waits, Profile::PutBacks, Profile::Loops, Profile::Calls}},
      {"quiet-rounds",
       "the same where rounds change memory so that, mostly, no thread can tell",
       keeps_objects,
       under_all(check_quiet),
       {Profile::Quiet}},
      {"round-objects",
       "the same where each round allocates an object, uses it and frees it",
       keeps_objects,
       under_all(check_objects),
       {Profile::Waits, Profile::PutBacks, Profile::Loops}},
      // In memory, a variable is a part of the state even when its value is not needed any more.
      {"wait-classes",
       "as many complete classes are visited as there are, rounds without effect aside",
       [=](const Sketch& s) { return keeps_objects(s) && !has_variables_in_loops(s); },
       under_all(check_wait_classes), profiles},
      {"put-backs",
       "attempts that fail and are taken back are left out: the classes are those of "
       "compare-and-swaps in their place",
       [=](const Sketch& s) {
         return keeps_objects(s) && !has_variables_in_loops(s) && has_put_backs(s);
       },
       under_all(check_put_backs),
       {Profile::PutBacks}}};
}

}  // namespace overtake::fuzz

#include "fuzz/properties.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <variant>

#include "fuzz/c_property.h"
#include "fuzz/engine_run.h"
#include "fuzz/exploration_properties.h"
#include "fuzz/monitor_properties.h"
#include "fuzz/naive.h"
#include "fuzz/native_property.h"
#include "fuzz/sharing_properties.h"
#include "fuzz/symmetry_property.h"
#include "fuzz/to_ir.h"
#include "fuzz/wait_properties.h"
#include "ir/errors.h"
#include "ir/localize.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/simplify.h"
#include "ir/verify.h"
#include "memory/lower.h"
#include "memory/replay.h"
#include "smc/check.h"

namespace overtake::fuzz {

namespace {

using Machines = std::vector<MachineName>;
using Verdict = std::optional<std::string>;

Verdict under(MachineName machine, Verdict verdict) {
  if (verdict) verdict = fmt::format("under {}\n{}", to_string(machine), *verdict);
  return verdict;
}

NaiveResult naive(const Sketch& sketch, MachineName machine, bool classes = false) {
  NaiveResult result = naive_outcomes(sketch, {.model = machine, .classes = classes});
  if (!result.finished) throw PassedOver{};
  return result;
}

// The first machine under which `check` finds something.
template <class Check>
Verdict each(const Machines& machines, const Check& check) {
  for (const MachineName m : machines)
    if (Verdict v = check(m)) return under(m, std::move(v));
  return std::nullopt;
}

Verdict check_naive(const Sketch& sketch, const Machines& machines) {
  const ir::Program program = to_ir(sketch);
  return each(machines, [&](MachineName m) {
    return difference("the naive machine", naive(sketch, m).outcomes, "the engine",
                      engine_outcomes(sketch, program, m));
  });
}

Verdict check_walks(const Sketch& sketch, const Machines& machines) {
  const ir::Program program = to_ir(sketch);
  return each(machines, [&](MachineName m) -> Verdict {
    const Outcomes states = engine_outcomes(sketch, program, m);
    if (Verdict v = difference("states, eagerly", states, "states, step by step",
                               engine_outcomes(sketch, program, m, {.eager = false})))
      return v;
    for (const bool eager : {true, false})
      if (Verdict v =
              difference("states", seen_by_threads(states), eager ? "classes, eagerly" : "classes",
                         seen_by_threads(engine_outcomes(sketch, program, m, {true, eager}))))
        return v;
    return std::nullopt;
  });
}

Verdict check_classes(const Sketch& sketch, const Machines& machines) {
  const ir::Program program = to_ir(sketch);
  return each(machines, [&](MachineName m) -> Verdict {
    const NaiveResult second = naive(sketch, m, true);
    const std::size_t all = second.classes.size() + second.stopped_classes.size();
    const std::size_t engine = engine_classes(program, m).size();
    if (all == engine) return std::nullopt;
    return fmt::format("  reads-from classes: {} by the naive machine, {} by the engine\n", all,
                       engine);
  });
}

// --- errors ------------------------------------------------------------------------------------

using Kinds = std::set<std::string>;

// A thread that may wait for one that was stopped does not wait for ever.
void add_errors(const Outcome& outcome, const Sketch& sketch, Kinds& kinds) {
  auto any = [&](Ending e) {
    return std::any_of(outcome.threads.begin(), outcome.threads.end(),
                       [&](const ThreadOutcome& t) { return t.ending == e; });
  };
  for (const ThreadOutcome& t : outcome.threads)
    if (t.ending == Ending::Failed) kinds.emplace(ir::name(t.error));
  if (!any(Ending::Stuck) || any(Ending::Failed) || any(Ending::Assumed) || any(Ending::Exited))
    return;
  // Which of the two it is depends on what the threads wait for, which outcomes do not say.
  kinds.insert(uses(sketch, Kind::Await) ? "waits for ever" : "deadlock");
}

// The errors that an exploration reports, each of which must replay; else what is wrong.
std::variant<Kinds, std::string> reported_errors(const Sketch& sketch, const ir::Program& lowered,
                                                 MachineName m, smc::Equivalence equivalence) {
  const smc::CheckResult result =
      smc::check(lowered, {.model = m, .equivalence = equivalence, .all_errors = true});
  if (!result.finished)
    return fmt::format("  not finished: limit {}\n", static_cast<int>(result.unfinished.limit));
  const bool awaits = uses(sketch, Kind::Await);
  const exec::Executor executor(lowered);
  Kinds reported;
  for (const smc::FoundError& e : result.errors) {
    const ir::ErrorKind kind = e.error.kind;
    const bool waits = kind == ir::ErrorKind::Deadlock || kind == ir::ErrorKind::Hang;
    reported.emplace(waits && awaits ? "waits for ever" : ir::name(kind));
    const memory::Replay replayed = memory::replay(executor, {m}, e.schedule, e.names);
    if (!replayed.valid) return "  a schedule does not replay: " + replayed.invalid_reason + "\n";
    const bool found =
        (replayed.error && replayed.error->kind == kind) ||
        std::any_of(replayed.records.begin(), replayed.records.end(),
                    [&](const memory::Record& r) { return r.error && r.error->kind == kind; });
    if (!found) return fmt::format("  a schedule replays without its error {}\n", ir::name(kind));
  }
  return reported;
}

Verdict check_errors(const Sketch& sketch, const Machines& machines) {
  const ir::Program program = to_ir(sketch);
  return each(machines, [&](MachineName m) -> Verdict {
    Kinds expected;
    const NaiveResult all = naive(sketch, m);
    for (const Outcome& o : all.outcomes) add_errors(o, sketch, expected);
    // A section that waits for ever is no outcome.
    if (all.deadlock || all.hang)
      expected.insert(uses(sketch, Kind::Await) ? "waits for ever" : "deadlock");
    const ir::Program lowered = memory::lower_orders(program, m);
    for (const auto equivalence : {smc::Equivalence::Exhaustive, smc::Equivalence::States}) {
      const auto reported = reported_errors(sketch, lowered, m, equivalence);
      if (const auto* fault = std::get_if<std::string>(&reported)) return *fault;
      if (const Kinds& kinds = std::get<Kinds>(reported); kinds != expected)
        return fmt::format("  {}: expected errors: {}\n  reported: {}\n", smc::name(equivalence),
                           fmt::join(expected, ", "), fmt::join(kinds, ", "));
    }
    return std::nullopt;
  });
}

// --- passes ------------------------------------------------------------

Verdict check_passes(const Sketch& sketch, const Machines& machines) {
  const ir::Program program = to_ir(sketch);
  ir::Program simplified = program;
  ir::localize(simplified);
  ir::simplify(simplified);
  ir::verify_or_throw(simplified);
  const std::string text = ir::print(program);
  if (ir::print(ir::parse(text, "sketch")) != text)
    return "  what its text form reads as has another text form\n";
  return each(machines, [&](MachineName m) -> Verdict {
    if (Verdict v = difference("as it was", engine_outcomes(sketch, program, m), "simplified",
                               engine_outcomes(sketch, simplified, m)))
      return v;
    if (engine_classes(program, m) == engine_classes(simplified, m)) return std::nullopt;
    return "  the classes differ\n";
  });
}

// --- between machines --------------------------------------------------------------------------

Verdict check_order(const Sketch& sketch, const Machines& machines) {
  const ir::Program program = to_ir(sketch);
  std::vector<Outcomes> outcomes;
  for (const MachineName m : machines) outcomes.push_back(engine_outcomes(sketch, program, m));
  for (std::size_t i = 1; i < machines.size(); ++i) {
    const std::string lost = missing(outcomes[i - 1], outcomes[i]);
    if (!lost.empty())
      return fmt::format("  possible under {}, not under {}:\n{}", to_string(machines[i - 1]),
                         to_string(machines[i]), lost);
  }
  return std::nullopt;
}

Block fenced(const Block& block) {
  Block result;
  for (const Statement& s : block) {
    result.push_back(s);
    result.back().body = fenced(s.body);
    result.back().otherwise = fenced(s.otherwise);
    if (s.kind == Kind::Store || s.kind == Kind::HeapStore || s.kind == Kind::Allocate)
      result.push_back(plain(Kind::Fence));
  }
  return result;
}

Verdict check_fenced(const Sketch& sketch, const Machines& machines) {
  Sketch with_fences = sketch;
  for (Block& thread : with_fences.threads) thread = fenced(thread);
  const Outcomes sc = engine_outcomes(sketch, {});
  const ir::Program program = to_ir(with_fences);
  return each(machines, [&](MachineName m) {
    return difference("sc without fences", sc, to_string(m) + " with fences",
                      engine_outcomes(with_fences, program, m));
  });
}

}  // namespace

std::vector<Property> machine_properties(std::vector<MachineName> machines) {
  using Check = Verdict (*)(const Sketch&, const Machines&);
  auto property = [&](const char* name, const char* what, Check check) {
    return Property{name, what, everything,
                    [machines, check](const Sketch& s) { return check(s, machines); }};
  };
  return {
      property("naive", "the naive machine and the engine have the same outcomes", check_naive),
      property("walks", "the outcomes do not depend on how the engine merges runs", check_walks),
      property("classes", "the engine finds as many reads-from classes as there are",
               check_classes),
      property("errors", "the errors reported are those that exist, and they replay", check_errors),
      property("passes", "passes over the IR change neither outcomes nor classes", check_passes),
      property("order", "what a machine can do, a weaker one can", check_order),
      property("fenced", "a full fence after every store gives back SC", check_fenced),
  };
}

std::vector<Property> all_properties(const std::vector<MachineName>& machines) {
  std::vector<Property> all = machine_properties(machines);
  for (Property& p : exploration_properties(machines)) all.push_back(std::move(p));
  for (Property& p : wait_properties(machines)) all.push_back(std::move(p));
  for (Property& p : sharing_properties(machines)) all.push_back(std::move(p));
  for (Property& p : monitor_properties(machines)) all.push_back(std::move(p));
  for (Property& p : c_properties(machines)) all.push_back(std::move(p));
  all.push_back(symmetry_property(machines));
  if (std::optional<Property> native = native_property()) all.push_back(std::move(*native));
  return all;
}

}  // namespace overtake::fuzz

#include "fuzz/engine_run.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "ir/localize.h"
#include "ir/loops.h"
#include "ir/mark_spins.h"
#include "ir/roll_loops.h"
#include "ir/simplify.h"
#include "ir/verify.h"
#include "memory/lower.h"
#include "smc/errors.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "smc/rvf_explorer.h"

namespace overtake::fuzz {

ir::Program prepared(const ir::Program& program, MachineName machine, Preparation preparation) {
  ir::Program p = program;
  if (preparation.passes) {
    ir::localize(p);
  }
  if (preparation.unroll != 0) ir::bound_loops(p, preparation.unroll);
  if (preparation.passes) ir::simplify(p);
  p = memory::lower_orders(p, machine);
  ir::roll_loops(p);
  ir::mark_spins(p);
  ir::verify_or_throw(p);
  return p;
}

Outcomes seen_by_threads(const Outcomes& outcomes) {
  Outcomes seen;
  for (Outcome o : outcomes) {
    o.memory.clear();
    seen.insert(std::move(o));
  }
  return seen;
}

namespace {

using smc::Equivalence;

void add_end(EngineRun& run, Outcome o, bool memory) {
  if (ends(o, Ending::Spinning) || ends(o, Ending::Bounded)) return;
  if (!memory) o.memory.clear();
  run.ends.insert(std::move(o));
}

void add_hang(EngineRun& run, Outcome o) {
  o.memory.clear();
  for (ThreadOutcome& t : o.threads)
    if (t.ending == Ending::Spinning) t.ending = Ending::Stuck;
  run.hangs.insert(std::move(o));
}

void take_over(EngineRun& run, const smc::CheckResult& result) {
  run.complete = result.executions.complete;
  run.blocked = result.executions.blocked;
  run.bounded = result.executions.bounded;
  for (const smc::FoundError& e : result.errors) run.errors.insert(e.error.kind);
}

std::optional<EngineRun> walk(const Sketch& sketch, const exec::Executor& executor, MachineName m,
                              bool classes, const RunLimits& limits) {
  EngineRun run;
  run.used = classes ? Equivalence::Exhaustive : Equivalence::States;
  const smc::CheckOptions check{.model = m, .all_errors = true};
  smc::CheckResult result;
  smc::ErrorCollector errors(executor, check, result);
  const smc::ExhaustiveOptions options{
      .machine = {.model = m}, .classes = classes, .max_configurations = limits.configurations};
  const bool all = smc::exhaustive(executor, options, [&](const smc::FinalRun& final) {
    errors.note(final.machine, final.schedule, final.ending);
    if (final.machine.cut_short()) return true;
    Outcome o = outcome_of(sketch, final.machine);
    if (final.first) errors.count(final.ending);
    if (final.ending == memory::Ending::Hang) add_hang(run, o);
    add_end(run, std::move(o), !classes);
    return true;
  });
  if (!all) return std::nullopt;
  take_over(run, result);
  return run;
}

// A run of an execution, once more, to its end. A thread that could go on, and is left alone since
// its iterations have no effect, is Spinning.
Outcome outcome_of(const Sketch& sketch, const exec::Executor& executor, MachineName m,
                   const memory::Schedule& schedule, const memory::ThreadNames& names) {
  memory::Machine machine(executor, {.model = m}, names);
  for (const memory::Step& step : schedule) {
    if (!machine.is_enabled(step)) throw InternalError("an execution does not replay");
    machine.execute(step);
  }
  Outcome o = fuzz::outcome_of(sketch, machine);
  for (std::size_t i = 0; i < machine.thread_count(); ++i) {
    const ThreadId t{i};
    if (!machine.exists(t) || machine.thread(t).status() != exec::Status::Ready) continue;
    if (!machine.alternatives(t)) continue;
    std::ranges::find(o.threads, machine.names().name(t), &ThreadOutcome::name)->ending =
        Ending::Spinning;
  }
  return o;
}

std::optional<EngineRun> by_reads_from(const Sketch& sketch, const exec::Executor& executor,
                                       MachineName m, bool stops_spinning,
                                       const RunLimits& limits) {
  EngineRun run;
  if (stops_spinning) run.used = Equivalence::RfSpinning;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m,
                                  .all_errors = true,
                                  .max_executions = limits.executions,
                                  .max_operations = limits.operations};
  smc::RfExplorer explorer(executor, options, result, stops_spinning);
  std::set<smc::ClassName> classes;
  explorer.on_class = [&](const smc::ClassName& c) {
    run.twice = run.twice || !classes.insert(c).second;
  };
  explorer.on_execution = [&]() -> std::uint64_t {
    add_end(run,
            outcome_of(sketch, executor, m,
                       explorer.execution().schedule_for(explorer.execution().witness()),
                       explorer.execution().names()),
            false);
    return 1;
  };
  explorer.explore();
  if (!result.finished) return std::nullopt;
  take_over(run, result);
  return run;
}

// By values, or by sources with threads that wait.
std::optional<EngineRun> by_causal_maps(const Sketch& sketch, const exec::Executor& executor,
                                        MachineName m, smc::Groups groups, const RunLimits& limits,
                                        bool careful = false) {
  EngineRun run;
  run.used = groups == smc::Groups::ByValue ? Equivalence::Rvf : Equivalence::RfWaiting;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m,
                                  .rvf = {.patience = 0},
                                  .all_errors = true,
                                  .max_executions = limits.executions,
                                  .max_operations = limits.operations};
  smc::RvfExplorer explorer(executor, options, result, groups, careful);
  std::set<smc::ClassName> classes;
  if (groups == smc::Groups::BySource)
    explorer.on_class = [&](const smc::ClassName& c) {
      run.twice = run.twice || !classes.insert(c).second;
    };
  // The other explorations call an execution in which a thread is left in its loop blocked.
  std::uint64_t complete = 0;
  std::uint64_t hung = 0;
  std::vector<memory::Schedule> stuck;  // after which the threads that are left wait for ever
  explorer.on_stuck = [&](const smc::Stuck& s) { stuck.push_back(s.schedule); };
  explorer.on_execution = [&](const memory::Schedule& schedule, const memory::ThreadNames& names) {
    if (stuck.empty()) stuck.push_back(schedule);
    bool counted = std::exchange(complete, result.executions.complete) != complete;
    for (const memory::Schedule& end : std::exchange(stuck, {})) {
      Outcome o = outcome_of(sketch, executor, m, end, names);
      if (std::exchange(counted, false) && ends(o, Ending::Spinning)) ++hung;
      add_end(run, std::move(o), false);
    }
  };
  explorer.explore();
  if (!result.finished) return std::nullopt;
  take_over(run, result);
  run.complete -= hung;
  run.blocked += hung;
  return run;
}

// With attempts that are taken back as the operations they are.
std::optional<EngineRun> by_attempts(const Sketch& sketch, const exec::Executor& executor,
                                     MachineName m, smc::Groups groups, const RunLimits& limits) {
  const exec::Executor all(executor.program(), {.attempts = true});
  std::optional<EngineRun> run = by_causal_maps(sketch, all, m, groups, limits);
  if (run)
    run->used = groups == smc::Groups::ByValue ? Equivalence::RvfAttempts : Equivalence::RfAttempts;
  return run;
}

// As smc::check does it: without rounds that no thread can tell, then without rounds of turns, with
// all attempts, and with care if need be. `turns`: without rounds of turns from the beginning.
std::optional<EngineRun> by_maps(const Sketch& sketch, const exec::Executor& executor,
                                 MachineName m, smc::Groups groups, const RunLimits& limits,
                                 bool turns = false) {
  const exec::Executor quiet(executor.program(), {.quiet = true, .quiet_turns = turns});
  try {
    return by_causal_maps(sketch, quiet, m, groups, limits);
  } catch (const smc::NeedsExhaustive& needs) {
    if (needs.turns) return by_maps(sketch, executor, m, groups, limits, true);
    if (!needs.careful && !needs.attempts) throw;
    try {
      if (!needs.careful) return by_attempts(sketch, executor, m, groups, limits);
    } catch (const smc::NeedsExhaustive& care) {
      if (!care.careful) throw;
    }
  }
  return by_causal_maps(sketch, executor, m, groups, limits, true);
}

std::optional<EngineRun> by_sources(const Sketch& sketch, const exec::Executor& executor,
                                    MachineName m, const RunLimits& limits) {
  try {
    return by_reads_from(sketch, executor, m, false, limits);
  } catch (const smc::NeedsCausalMaps&) {  // NOLINT(bugprone-empty-catch): see below
  } catch (const smc::NeedsExhaustive& needs) {
    if (!needs.careful) throw;
    return by_causal_maps(sketch, executor, m, smc::Groups::BySource, limits, true);
  }
  try {
    return by_maps(sketch, executor, m, smc::Groups::BySource, limits);
  } catch (const smc::NeedsExhaustive&) {
    return by_reads_from(sketch, executor, m, true, limits);
  }
}

}  // namespace

std::optional<EngineRun> engine_run(const Sketch& sketch, const ir::Program& program,
                                    MachineName machine, Equivalence equivalence,
                                    const RunLimits& limits) {
  const exec::Executor executor(program);
  try {
    switch (equivalence) {
      case Equivalence::Rf:
        return by_sources(sketch, executor, machine, limits);
      case Equivalence::RfSpinning:
        return by_reads_from(sketch, executor, machine, true, limits);
      case Equivalence::Rvf:
      case Equivalence::RvfTurns:
        return by_maps(sketch, executor, machine, smc::Groups::ByValue, limits,
                       smc::with_turns(equivalence));
      case Equivalence::RfTurns:
        return by_maps(sketch, executor, machine, smc::Groups::BySource, limits, true);
      default:
        return walk(sketch, executor, machine, equivalence != Equivalence::States, limits);
    }
  } catch (const smc::NeedsExhaustive&) {
    return walk(sketch, executor, machine, true, limits);
  } catch (const LimitReached&) {  // a thread does not end
    return std::nullopt;
  }
}

}  // namespace overtake::fuzz

#include "fuzz/engine_run.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "ir/loops.h"
#include "ir/mark_spins.h"
#include "ir/privatize.h"
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
  if (preparation.passes) ir::privatize(p);
  if (preparation.unroll != 0) ir::bound_loops(p, preparation.unroll);
  if (preparation.passes) ir::simplify(p);
  p = memory::lower_orders(p, machine.model, machine.pso_rmw);
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
                              bool classes) {
  EngineRun run;
  run.used = classes ? Equivalence::Exhaustive : Equivalence::States;
  const smc::CheckOptions check{.model = m.model, .pso_rmw = m.pso_rmw, .all_errors = true};
  smc::CheckResult result;
  smc::ErrorCollector errors(executor, check, result);
  const smc::ExhaustiveOptions options{.machine = {.model = m.model, .pso_rmw = m.pso_rmw},
                                       .classes = classes,
                                       .max_configurations = kMaxConfigurations};
  const bool all = smc::exhaustive(executor, options, [&](const smc::FinalRun& final) {
    Outcome o = outcome_of(sketch, final.machine);
    if (final.first) errors.count(final.ending);
    errors.note(final.machine, final.schedule, final.ending);
    if (final.ending == memory::Ending::Hang) add_hang(run, o);
    add_end(run, std::move(o), !classes);
    return true;
  });
  if (!all) return std::nullopt;
  take_over(run, result);
  return run;
}

// A run of an execution, once more, to its end.
Outcome outcome_of(const Sketch& sketch, const exec::Executor& executor, MachineName m,
                   const memory::Schedule& schedule, const memory::ThreadNames& names) {
  memory::Machine machine(executor, {.model = m.model, .pso_rmw = m.pso_rmw}, names);
  for (const memory::Step& step : schedule) {
    if (!machine.is_enabled(step)) throw InternalError("an execution does not replay");
    machine.execute(step);
  }
  return fuzz::outcome_of(sketch, machine);
}

std::optional<EngineRun> by_reads_from(const Sketch& sketch, const exec::Executor& executor,
                                       MachineName m) {
  EngineRun run;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m.model,
                                  .pso_rmw = m.pso_rmw,
                                  .all_errors = true,
                                  .max_executions = kMaxExecutions};
  smc::RfExplorer explorer(executor, options, result);
  std::set<smc::ClassName> classes;
  explorer.on_class = [&](const smc::ClassName& c) {
    run.twice = run.twice || !classes.insert(c).second;
  };
  explorer.on_execution = [&]() -> std::uint64_t {
    add_end(run,
            outcome_of(sketch, executor, m, explorer.schedule_for(explorer.witness()),
                       explorer.names()),
            false);
    return 1;
  };
  explorer.explore();
  if (!result.finished) return std::nullopt;
  take_over(run, result);
  return run;
}

std::optional<EngineRun> by_values(const Sketch& sketch, const exec::Executor& executor,
                                   MachineName m) {
  EngineRun run;
  run.used = Equivalence::Rvf;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m.model,
                                  .pso_rmw = m.pso_rmw,
                                  .rvf = {.patience = 0},
                                  .all_errors = true,
                                  .max_executions = kMaxExecutions};
  smc::RvfExplorer explorer(executor, options, result);
  explorer.on_execution = [&](const memory::Schedule& schedule, const memory::ThreadNames& names) {
    add_end(run, outcome_of(sketch, executor, m, schedule, names), false);
  };
  explorer.explore();
  if (!result.finished) return std::nullopt;
  take_over(run, result);
  return run;
}

}  // namespace

std::optional<EngineRun> engine_run(const Sketch& sketch, const ir::Program& program,
                                    MachineName machine, Equivalence equivalence) {
  const exec::Executor executor(program);
  try {
    switch (equivalence) {
      case Equivalence::Rf:
        return by_reads_from(sketch, executor, machine);
      case Equivalence::Rvf:
        return by_values(sketch, executor, machine);
      default:
        return walk(sketch, executor, machine, equivalence != Equivalence::States);
    }
  } catch (const smc::NeedsExhaustive&) {
    return walk(sketch, executor, machine, true);
  }
}

}  // namespace overtake::fuzz

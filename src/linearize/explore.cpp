#include "linearize/explore.h"

#include <algorithm>

#include "base/error.h"
#include "ir/errors.h"
#include "linearize/class_runs.h"
#include "linearize/runs.h"
#include "memory/machine.h"
#include "smc/rf_explorer.h"
#include "smc/trace_classes.h"

namespace overtake::linearize {
namespace {

using exec::Status;

// How the threads of an execution have ended.
struct Ends {
  bool failed = false;   // an error, which the exploration reports
  bool assumed = false;  // a run that does not count
  bool bounded = false;
  bool waiting = false;
};

class ByClasses {
 public:
  explicit ByClasses(const ClientTask& task)
      : task_(task),
        executor_(task.program, {.stop = task.options.stop}),
        check_options_{.model = task.options.model,
                       .max_executions = task.options.max_executions,
                       .races = task.options.races,
                       .stop = task.options.stop} {
    if (task.declaration.has_blocking())
      check_options_.ignored = {ir::ErrorKind::Deadlock, ir::ErrorKind::Hang};
  }

  ClientResult run() {
    smc::RfExplorer explorer(executor_, check_options_, result_.check);
    explorer_ = &explorer;
    ClassRuns runs(explorer, task_.options.model.base);
    runs_ = &runs;
    explorer.on_execution = [&]() -> std::uint64_t {
      if (!result_.violation && violates()) {
        result_.violation = runs.violation();
        result_.violation->waiting = waiting_;
        explorer.finish_early();
      }
      return 1;
    };
    try {
      explorer.explore();
    } catch (const LimitReached& limit) {
      result_.check.unfinished = limit.limit;
    }
    result_.questions = runs.questions();
    return std::move(result_);
  }

 private:
  Ends ends() const {
    Ends e;
    for (std::size_t i = 0; i < explorer_->execution().thread_count(); ++i) {
      const ThreadId t{i};
      if (!explorer_->execution().has_started(t)) continue;
      const Status s =
          explorer_->execution().state_after(t, explorer_->execution().event_count(t)).status();
      e.failed |= s == Status::Failed || s == Status::Exited;
      e.assumed |= s == Status::Assumed || s == Status::Interrupted;
      e.bounded |= s == Status::Bounded;
      e.waiting |= s == Status::Ready || s == Status::Spinning;
    }
    return e;
  }

  bool violates() {
    const Ends e = ends();
    if (e.failed || e.assumed || explorer_->execution().lifetimes_race()) return false;
    // What comes after the bound may explain the results.
    if (e.bounded && task_.options.criterion != Criterion::Linearizable) return false;
    runs_->enter(task_.declaration, task_.client);
    // A run after which a thread waits may go on in another class. What it has done so far is
    // linearizable if the longer run is; of the other criteria that is not true.
    const bool stuck = e.waiting && task_.options.criterion != Criterion::Linearizable;
    const auto possible = [&](const Precedence& p) {
      return runs_->possible(p) && (!stuck || use_stuck_run());
    };
    if (ruled_out_.can_rule_out_all(runs_->operations(), task_.explanations.of(runs_->operations()),
                                    task_.options.criterion, runs_->candidates(), possible))
      return true;
    return e.waiting && !e.bounded && task_.declaration.has_blocking() && waits_wrongly();
  }

  // A thread waits for ever in an operation: if that may wait, so must the specification, after
  // some order of what returned.
  bool waits_wrongly() {
    const std::vector<Operation>& operations = runs_->operations();
    for (std::uint32_t w = 0; w < operations.size(); ++w) {
      if (!runs_->waits_in(w)) continue;
      std::vector<LinearOrder> orders;
      if (task_.declaration.operation_of(operations[w].call).blocking)
        orders = task_.explanations.of_waiting(operations, w);
      const auto stuck = [&](const Precedence& p) { return runs_->possible(p) && use_stuck_run(); };
      if (!can_rule_out_all(operations, orders, task_.options.criterion, runs_->candidates(),
                            stuck))
        continue;
      waiting_ = w;
      return true;
    }
    return false;
  }

  // Whether threads wait for ever may depend on the order of the last stores.
  bool use_stuck_run() {
    smc::StoreOrders orders;
    orders.overlap = [&](LocationId a, LocationId b) {
      return explorer_->execution().overlap(a, b);
    };
    const Witness first = runs_->run();
    bool found = false;
    orders.enumerate(runs_->execution(), task_.options.model.base, first, [&](const Witness& run) {
      runs_->use(run);
      found = is_stuck(runs_->violation());
      return !found;
    });
    return found;
  }

  bool is_stuck(const Violation& v) const {
    memory::Machine machine(executor_, {task_.options.model}, v.names);
    for (const memory::Step& s : v.schedule) machine.execute(s);
    std::vector<memory::Step> steps;
    machine.enabled(steps);
    return steps.empty() && (machine.ending() == memory::Ending::Deadlock ||
                             machine.ending() == memory::Ending::Hang);
  }

  const ClientTask& task_;
  const exec::Executor executor_;
  smc::CheckOptions check_options_;
  ClientResult result_;
  smc::RfExplorer* explorer_ = nullptr;
  ClassRuns* runs_ = nullptr;
  RuledOut ruled_out_;
  std::optional<std::uint32_t> waiting_;
};

}  // namespace

ClientResult explore(const ClientTask& task) {
  const ClientOptions& options = task.options;
  // Races are looked for in classes only.
  const bool may_turn = options.max_executions == 0 && options.patience != 0 && !options.races;
  ClientTask first = task;
  if (may_turn) first.options.max_executions = options.patience;
  try {
    ClientResult result = ByClasses(first).run();
    if (!may_turn || result.check.finished || result.violation || !result.check.errors.empty() ||
        result.check.unfinished.limit != Limit::MaxExecutions)
      return result;
  } catch (const smc::NeedsExhaustive&) {
    // Then run by run.
  }
  return explore_runs(task);
}

}  // namespace overtake::linearize

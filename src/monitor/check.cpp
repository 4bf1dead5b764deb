#include "monitor/check.h"

#include <algorithm>

#include "monitor/interleavings.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "smc/trace_classes.h"

namespace overtake::monitor {
namespace {

// All of them: whether a run fails is not asked here. Its failure would be judged by a replay in
// which a thread that waits does not look twice, and runs of the monitors may repeat a look.
std::vector<ir::ErrorKind> every_kind() {
  std::vector<ir::ErrorKind> kinds;
  for (int k = 0; k <= static_cast<int>(ir::ErrorKind::Race); ++k)
    kinds.push_back(static_cast<ir::ErrorKind>(k));
  return kinds;
}

class Checker {
 public:
  Checker(const ir::Program& program, const CheckOptions& options)
      : options_(options),
        executor_(program, {.stop = options.stop, .spin_repeats = kSpinRepeats}),
        replayer_(program, {.spin_repeats = kSpinRepeats}),
        violations_(replayer_, {options.model}, options.failed_cas) {}

  MonitorResult run() {
    try {
      explore();
    } catch (const LimitReached& limit) {
      reached(limit.limit);
    }
    result_.violations = violations_.found();
    result_.complete = result_.limits.empty();
    return std::move(result_);
  }

 private:
  void explore() {
    try {
      if (options_.method == Method::Interleavings)
        over_interleavings();
      else
        over_classes();
    } catch (const Undecided& undecided) {
      over_weak_traces(undecided.construct);
    }
  }

  void over_interleavings() {
    for (std::uint32_t bound = 0;; ++bound) {
      InterleavingOptions options{.pso_rmw = options_.model.pso_rmw, .stop = options_.stop};
      if (options_.preemption_bound) {
        options.preemptions = bound;
        result_.by_preemptions.push_back(0);
      }
      const InterleavingResult all =
          interleavings(executor_, options, [&](const Interleaving& run) {
            if (options.preemptions && run.preemptions != bound) return true;  // seen before
            if (options.preemptions) ++result_.by_preemptions.back();
            note_ending(run.machine);
            if (run.machine.cut_short()) return true;  // no execution
            return look_at(run.schedule, run.machine.names(), false);
          });
      if (all.stopped) return unfinished();
      if (!all.cut) return;
      if (bound == *options_.preemption_bound) {
        return reached({Limit::Preemptions});
      }
    }
  }

  // One run for each SC trace.
  void over_classes() {
    smc::CheckResult explored;
    const smc::CheckOptions options{.model = {Model::SC, options_.model.pso_rmw},
                                    .equivalence = smc::Equivalence::Trace,
                                    .all_errors = true,
                                    .ignored = every_kind(),
                                    .stop = options_.stop};
    smc::RfExplorer explorer(executor_, options, explored);
    smc::StoreOrders orders;
    Execution execution;
    bool limit = false;
    explorer.on_execution = [&]() -> std::uint64_t {
      if (explorer.execution().lifetimes_race()) {
        reached({Limit::Lifetimes});
        return 1;
      }
      explorer.execution().describe(execution);
      limit = !orders.enumerate(execution, Model::SC, explorer.execution().witness(),
                                [&](const Witness& run) {
                                  return !explorer.execution().is_maximal(run) ||
                                         look_at(explorer.execution().schedule_for(run),
                                                 explorer.execution().names(), true);
                                });
      if (limit) explorer.finish_early();
      return 1;
    };
    try {
      explorer.explore();
    } catch (const smc::NeedsExhaustive&) {
      return over_classes_exhaustively();
    }
    for (ir::SourceId loop : explored.bounded_loops) note_bounded(loop);
    if (!explored.finished) unfinished();
  }

  // The same for what RF exploration leaves to the exhaustive search.
  void over_classes_exhaustively() {
    result_ = {};
    const smc::ExhaustiveOptions options{
        .machine = {{Model::SC, options_.model.pso_rmw}}, .traces = true, .stop = options_.stop};
    const bool all = smc::exhaustive(executor_, options, [&](const smc::FinalRun& run) {
      note_ending(run.machine);
      if (run.machine.cut_short()) return true;  // no execution
      return look_at(run.schedule, run.machine.names(), true);
    });
    if (!all) unfinished();
  }

  // The definition itself: every trace of the weak machine, is it one of SC?
  void over_weak_traces(const char* because) {
    result_ = {};
    result_.exhaustive_because = because;
    const smc::ExhaustiveOptions options{
        .machine = violations_.machine(), .traces = true, .stop = options_.stop};
    const bool all = smc::exhaustive(executor_, options, [&](const smc::FinalRun& run) {
      note_ending(run.machine);
      if (run.machine.cut_short()) return true;  // no execution
      ++result_.executions;
      const memory::Replay replay =
          memory::replay(replayer_, violations_.machine(), run.schedule, run.machine.names());
      if (!memory::is_sc_trace(replay)) violations_.add_cyclic(run.schedule, run.machine.names());
      return go_on();
    });
    if (!all) unfinished();
  }

  bool look_at(const memory::Schedule& schedule, const memory::ThreadNames& names,
               bool whole_class) {
    ++result_.executions;
    const Run run = record(replayer_, options_.model.pso_rmw, options_.failed_cas, schedule, names,
                           violations_.places());
    if (whole_class)
      violations_.watch_class(run);
    else
      violations_.watch(run);
    return go_on();
  }

  bool go_on() {
    if (options_.progress && result_.executions % 1024 == 0) options_.progress(result_);
    return options_.max_executions == 0 || result_.executions < options_.max_executions;
  }

  // What keeps the verdict from being the whole truth.
  void note_ending(const memory::Machine& machine) {
    for (std::size_t i = 0; i < machine.thread_count(); ++i) {
      if (!machine.exists(ThreadId{i})) continue;
      const exec::Thread& thread = machine.thread(ThreadId{i});
      if (thread.status() == exec::Status::Bounded) note_bounded(thread.stopped_at());
      if (thread.status() == exec::Status::Failed && smc::is_lifetime_error(thread.error().kind))
        reached({Limit::Lifetimes});
    }
  }

  void note_bounded(ir::SourceId loop) {
    auto& loops = result_.bounded_loops;
    if (std::find(loops.begin(), loops.end(), loop) == loops.end()) loops.push_back(loop);
    reached({Limit::LoopBound});
  }

  void unfinished() {
    const bool limit =
        options_.max_executions != 0 && result_.executions >= options_.max_executions;
    reached({limit ? Limit::MaxExecutions : Limit::Stopped});
  }

  void reached(ReachedLimit limit) {
    if (std::find(result_.limits.begin(), result_.limits.end(), limit) == result_.limits.end())
      result_.limits.push_back(std::move(limit));
  }

  const CheckOptions& options_;
  exec::Executor executor_;
  exec::Executor replayer_;  // of runs that ended: a request to stop must not cut them off
  Violations violations_;
  MonitorResult result_;
};

}  // namespace

MonitorResult check(const ir::Program& program, const CheckOptions& options) {
  return Checker(program, options).run();
}

}  // namespace overtake::monitor

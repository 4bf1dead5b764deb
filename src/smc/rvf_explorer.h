// RVF-SMC (RVF §5, algorithm 2): model checking up to reads-value-from equivalence, here under SC,
// TSO and PSO.
//
// At most one maximal execution is visited for each RVF class: the events, the value of each, and
// the causal order of the reads. A node of the exploration is a set of events X in which each read
// is bound to its good writes, those that write the value it was given, with a witness. It is
// extended by everything that does not read (line 1); then each read that is enabled is given each
// value that a visible write offers (lines 13-28). Executions in which the first reads of a node
// obtain its writes are explored there, so the later reads leave them out: the causal maps of the
// first reads forbid the writes that the node has (line 30). If nothing below a read ever wrote to
// its location, the node's other reads need not be tried at all (the backtrack signal).
// docs/rvf-smc.md has the argument for each model.
//
// The loop is here, as the paper has it. What it asks for on the way is a part each: which values a
// read may be given (rvf_values.h), whether there is a run (rvf_realizer.h), which nodes a write
// signals to (rvf_signals.h), and what programs have that the paper does without (rvf_sections.h,
// rvf_waits.h, rvf_lifetimes.h, ...).
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "smc/check.h"
#include "smc/classes.h"
#include "smc/current_execution.h"
#include "smc/endings.h"
#include "smc/execution_races.h"
#include "smc/hangs.h"
#include "smc/needs.h"
#include "smc/possible_writers.h"
#include "smc/progress.h"
#include "smc/put_backs.h"
#include "smc/round_lifetimes.h"
#include "smc/rvf_doomed.h"
#include "smc/rvf_equal.h"
#include "smc/rvf_instance.h"
#include "smc/rvf_lifetimes.h"
#include "smc/rvf_next.h"
#include "smc/rvf_node.h"
#include "smc/rvf_realizer.h"
#include "smc/rvf_runs.h"
#include "smc/rvf_section_errors.h"
#include "smc/rvf_sections.h"
#include "smc/rvf_signals.h"
#include "smc/rvf_tasks.h"
#include "smc/rvf_torn.h"
#include "smc/rvf_turns.h"
#include "smc/rvf_values.h"
#include "smc/rvf_waits.h"
#include "smc/rvf_ways.h"
#include "smc/work_pool.h"

namespace overtake::smc {

class RvfExplorer final : public Explorer {
 public:
  // `careful`: locations may overlap, locks are words like any other, and rounds of barriers are
  // told apart (ExecutionRules::careful).
  RvfExplorer(const exec::Executor& executor, const CheckOptions& options, CheckResult& result,
              Groups groups = Groups::ByValue, bool careful = false);

  // Of executions that differ only in which of several equal threads did what, visits one. Before
  // it begins. Throws NotEqual, and so do the others from then on.
  void visit_equal_threads_once();
  // The groups of equal threads, at the end of an execution.
  void collect_groups(std::vector<std::vector<ThreadId>>& groups) const;

  void explore() override;

  void join(WorkPool& pool) override;
  bool resume(const WorkItem& item) override;
  void share_work() override { tasks_.share(options_.alone.count() == 0); }
  WorkItem rest() const override { return tasks_.rest(); }
  void settle(std::uint64_t, bool) override {}  // it claims nothing
  double estimated_executions() const override { return tasks_.estimated_executions(); }
  void conclude() override { progress_.conclude(*this, execution_); }
  // Of all threads that it has met.
  const memory::ThreadNames& names() const { return execution_.names(); }

  // For estimates: the number of leaves of the tree of nodes, as one random way makes it look; 0 if
  // it ends nowhere. None: it was interrupted, or took too long. `learns`: the way goes where
  // executions are for sure.
  std::optional<double> take_random_way(Random& random, bool learns,
                                        std::chrono::steady_clock::time_point end);

  // Called with a run of each maximal execution, for tests. Costs time.
  std::function<void(const memory::Schedule&, const memory::ThreadNames&)> on_execution;
  std::function<void(const Stuck&)> on_stuck;      // ... before that, each way to wait for ever
  std::function<void(const ClassName&)> on_class;  // by source only

 private:
  using Node = RvfNode;
  using Group = RvfGroup;
  using Next = RvfPending::Next;

  // --- the main loop (rvf_explorer.cpp)
  void begin();
  void restart();
  bool enter(std::uint32_t first_new);  // false: interrupted
  bool extend();
  bool extend_section(ThreadId t);
  Node& open_node();
  Node& push_node();
  void collect_reads(Node& node);
  bool next_read(Node& node);
  bool next_value(Node& node);  // false: interrupted
  void leave();
  void cut_back(std::uint32_t length);
  Position execute(ThreadId t, std::span<const Position> good, std::uint32_t choice, bool extends,
                   const consistency::ReadParts& parts = {});
  bool was_explored(const Node& parent) const;
  bool was_cut_short(const Node& parent);
  void take_up_again(Node& node);  // of a task

  // --- maximal executions (rvf_leaf.cpp)
  bool finish_leaf();
  bool attempts_after_look(const Stuck& stuck) const;
  bool looks_at_what_ended(const Stuck& stuck) const;
  void judge_ways_to_hang(std::span<const ThreadId> waiting, std::optional<Stuck> stuck);

  // --- random ways (rvf_probe.cpp)
  bool take_random_child(Node& node, bool first_read, Random& random);

  const CheckOptions& options_;
  CheckResult& result_;
  Statistics& statistics_;

  // The execution, and what is known about it.
  CurrentExecution execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  StepOrder& sigma_ = execution_.sigma;
  RvfInstance instance_{execution_};
  Progress progress_;
  RvfRuns runs_;
  PutBacks put_backs_{execution_};
  Hangs hangs_{execution_, &instance_};
  PossibleWriters writers_;

  // The recursion of the paper, and what the algorithm asks for at a node.
  RvfStack stack_;
  std::vector<Node>& nodes_ = stack_.nodes;
  std::uint32_t& depth_ = stack_.depth;
  RvfSections sections_{execution_, instance_};
  RvfTurns turns_{execution_};
  RvfNext next_{execution_, sections_, turns_};
  RvfWaits waits_;
  RvfTorn torn_;
  RvfValues values_;
  RvfRealizer realizer_;
  RvfSignals signals_{execution_, stack_, writers_, sections_};
  RvfDoomed doomed_{execution_, stack_, sections_, waits_, put_backs_, writers_, signals_};
  RvfTasks tasks_;
  RvfWays ways_{execution_, signals_};
  std::optional<RvfEqual> equal_;  // none: all threads are different
  const Groups by_;

  // The end of an execution.
  Endings endings_;
  ExecutionRaces races_;
  ExecutionRaces* const wanted_races_;  // none: races are not looked for
  RvfLifetimes lifetimes_{execution_, runs_, endings_, progress_};
  RoundLifetimes round_lifetimes_;
  RvfSectionErrors section_errors_;

  // By thread: what decides when its read is taken up. The largest is the first.
  struct Rank {
    bool first_time = false;
    std::size_t writes = 0;     // to its location
    std::uint32_t lagging = 0;  // the larger, the fewer events the thread has
    std::uint32_t turn = 0;     // the larger, the smaller its number
    friend auto operator<=>(const Rank&, const Rank&) = default;
  };
  std::vector<Rank> ranks_;
  std::vector<RvfPending> pending_;  // by thread, at the end of τ
  bool impossible_ = false;          // no run has what the section did there
};

}  // namespace overtake::smc

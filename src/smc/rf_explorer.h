// RF-SMC (RF §5, algorithm 3): exploration-optimal model checking up to reads-from equivalence.
//
// Every class of maximal executions is visited exactly once. One execution is looked at at a time:
// it is extended until no thread can run (lines 1-2), then each of its unmarked reads is mutated to
// each other write it may read from (lines 5-21), and every realizable mutation becomes a Plan of
// the Node of that read. Then the plan of the deepest node is taken up (lines 22-25): the
// recursion of the paper is the stack of nodes. docs/rf-smc.md has the algorithm in our words, what
// is different here, and why it stays complete and optimal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/words.h"
#include "smc/check.h"
#include "smc/current_execution.h"
#include "smc/endings.h"
#include "smc/execution_races.h"
#include "smc/execution_view.h"
#include "smc/hangs.h"
#include "smc/hidden_writes.h"
#include "smc/known_set.h"
#include "smc/needs.h"
#include "smc/plan_order.h"
#include "smc/progress.h"
#include "smc/rf_mutation.h"
#include "smc/rf_realizer.h"
#include "smc/value_watch.h"
#include "smc/work_pool.h"

namespace overtake::smc {

class RfExplorer final : public Explorer {
 public:
  // `stops_spinning`: threads in loops without effect stop there; else NeedsCausalMaps is thrown
  // when one does.
  RfExplorer(const exec::Executor& executor, const CheckOptions& options, CheckResult& result,
             bool stops_spinning = true);

  void explore() override;

  void join(WorkPool& pool) override;
  bool resume(const WorkItem& item) override;
  void share_work() override;
  WorkItem rest() const override;
  void settle(std::uint64_t claim, bool granted) override;
  double estimated_executions() const override;
  void conclude() override { progress_.conclude(*this, execution_); }
  // Of all threads that it has met.
  const memory::ThreadNames& names() const { return execution_.names(); }

  // Watches the executions and may end the exploration in favour of one by values.
  ValueWatch* watch = nullptr;
  bool handed_over() const { return handed_over_; }

  // Called with each class, for tests. Costs time.
  std::function<void(const ClassName&)> on_class;
  // Called at the end of each execution; returns how many executions it stands for.
  std::function<std::uint64_t()> on_execution;
  // From on_execution: the execution, and that it is the last one.
  ExecutionView execution() const { return ExecutionView(execution_); }
  void finish_early() { progress_.stop(); }

 private:
  // Names an event independently of its position. Small: there may be very many plans.
  class Name {
   public:
    Name(ThreadId thread, std::uint32_t index)
        : thread_(static_cast<std::uint16_t>(thread.value)),
          index_(static_cast<std::uint16_t>(index)) {}
    ThreadId thread() const {
      return thread_ == static_cast<std::uint16_t>(ThreadId::none().value)
                 ? ThreadId::none()
                 : ThreadId{std::size_t{thread_}};
    }
    std::uint32_t index() const { return index_; }

   private:
    std::uint16_t thread_;  // there are at most kMaxThreads
    std::uint16_t index_;   // Trace::push sees to it that there are no more
  };
  struct PlannedEvent {
    Name event;
    Name source;  // thread none: the initial value
    std::uint32_t choice = 0;
  };
  // A schedule (τ', RF', σ', mrk') of the paper, as what it adds to its node's prefix.
  struct Plan {
    std::vector<PlannedEvent> causes;   // get marked
    bool swapped = false;               // the last cause took the place of the node's event
    std::optional<PlannedEvent> event;  // the node's own event; none: it has to wait
    PlanOrder order;                    // the witness
  };
  struct Node {
    std::uint32_t prefix = 0;   // length of τ before the node's event
    Position event = kInitial;  // where it is now, if it is in τ
    std::vector<Plan> plans;
    KnownSet done;
    std::shared_ptr<KnownByAll> shared;  // what others found, too; `done` remembers part of it
    std::uint32_t claims = 0;            // plans that may belong to another worker
    std::uint64_t branch_at = 0;  // how many executions there were when its branch was taken up

    void reset(std::uint32_t p) {
      prefix = p;
      event = kInitial;
      plans.clear();
      done.clear();
      shared.reset();
    }
  };
  // --- mutating (rf_mutate.cpp)
  void mutate();
  bool may_mutate(Position r, Position w) const;
  void mutate_read(Position r, Position w);
  void mutate_choices(Position p, std::uint32_t first);
  void change_places(Position u, ThreadId other, std::uint32_t other_index);
  void swap_with_waiters();
  void demand_turns(std::uint32_t location, Position predecessor, const exec::Op& op) const;
  Reader reader(Position r) const {
    return {trace_[r].thread, trace_[r].predecessor, trace_[r].location};
  }
  bool known(Node& node, const std::uint16_t* past, EventSum extra);
  void plan(const Mutation& m, std::span<const PlannedEvent> extra_causes,
            const std::optional<PlannedEvent>& event, const StepOrder& order);
  Name name_of(Position p) const {
    return p == kInitial ? Name{ThreadId::none(), 0} : Name{trace_[p].thread, trace_[p].index};
  }

  // --- working with others (rf_share.cpp)
  WorkItem pack(std::uint32_t nodes) const;
  void put_plan(WordWriter& out, const Plan& plan) const;
  Plan get_plan(WordReader& in);

  // --- the main loop (rf_explorer.cpp)
  bool extend();  // false: interrupted
  bool visit();
  bool take_up_next_plan();
  void load(std::uint32_t node, Plan plan);
  void finish_branch(std::uint32_t node);
  std::uint32_t new_node();

  const CheckOptions& options_;
  Statistics& statistics_;
  CurrentExecution execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  StepOrder& sigma_ = execution_.sigma;
  HiddenWrites hidden_;
  Progress progress_;
  Hangs hangs_;
  Endings endings_;
  ExecutionRaces races_;
  RfRealizer realizer_;

  std::vector<Node> nodes_;
  std::uint32_t node_count_ = 0;
  Hash128 asked_about_;  // the last mutation that known() was asked about
  struct Claim {
    std::uint64_t id;
    std::uint32_t node;
    Plan plan;
  };
  std::vector<Claim> claims_;
  std::uint64_t planned_ = 0;
  std::shared_ptr<const StepOrder> shared_order_;  // the beginning of plans' orders
  Position new_begin_ = 0;                         // the events from here on are new to mutations
  // By depth: finished branches, and the executions in them.
  struct Finished {
    double branches = 0;
    double executions = 0;
  };
  std::vector<Finished> finished_;

  std::uint64_t watched_ = 0;
  bool handed_over_ = false;

  // Scratch.
  std::vector<Position> moved_;
  StepOrder order_;
  std::vector<std::uint16_t> past_;
};

}  // namespace overtake::smc

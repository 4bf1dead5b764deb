// RF-SMC (RF §5, algorithm 3): exploration-optimal model checking up to reads-from equivalence.
//
// Every class of maximal executions is visited exactly once. One execution is looked at at a time:
// it is extended until nothing can go on (lines 1-2), then each of its unmarked reads is mutated to
// each other write it may read from (lines 5-21), and every realizable mutation becomes a Plan of
// the Node of that read. Then the plan of the deepest node is taken up (lines 22-25): the
// recursion of the paper is the stack of nodes. docs/rf-smc.md has the algorithm in our words, what
// is different here, and why it stays complete and optimal.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/words.h"
#include "consistency/consistency.h"
#include "memory/machine.h"
#include "smc/check.h"
#include "smc/classes.h"
#include "smc/errors.h"
#include "smc/known_set.h"
#include "smc/locations.h"
#include "smc/run.h"
#include "smc/trace.h"
#include "smc/value_watch.h"

namespace overtake::smc {

class RfExplorer : public Run {
 public:
  // `stops_spinning`: threads in loops without effect stop there; else NeedsCausalMaps is thrown
  // when one does.
  RfExplorer(const exec::Executor& executor, const CheckOptions& options, CheckResult& result,
             bool stops_spinning = true);

  // Explores everything; the result is complete unless `options.stop` was set or a limit reached.
  void explore();

  // The parts of it, for those who explore with others.
  void begin() override;
  bool resume(const WorkItem& item) override;
  void run() override;
  WorkItem rest() const override;
  void settle(std::uint64_t claim, bool granted) override;

  // Watches the executions and may end the exploration in favour of one by values.
  ValueWatch* watch = nullptr;
  bool handed_over() const { return handed_over_; }

  // Called with each class, for tests. Costs time.
  std::function<void(const ClassName&)> on_class;

  // Called at the end of each execution; returns how many executions it stands for.
  std::function<std::uint64_t()> on_execution;
  // From on_execution: no more executions.
  void finish_early() { stop_ = true; }
  // --- about the execution at whose end we are (rf_execution.cpp)
  // Its events with their sources; an event's id is its position in τ.
  void describe(Execution& out) const;
  Witness witness() const;
  // Whether two of its locations share bytes.
  bool overlap(LocationId a, LocationId b) const;
  // Whether an access may come after the end of its object's life: an error whatever else happens,
  // and then the order of accesses and ends matters, which is no part of a trace.
  bool lifetimes_race() const;
  // Whether nothing can go on after this run of it: what a waiting thread finds in memory may
  // depend on the order of the stores.
  bool is_maximal(const Witness& run) const;
  memory::Schedule schedule_for(const Witness& run) const;
  // The name of the run's trace.
  ClassName trace_name(const Witness& run) const;
  const memory::ThreadNames& names() const { return names_; }
  // Its threads: how many events each has done, its state after the first n of them, and the event
  // that started it (none: main).
  std::size_t thread_count() const { return threads_.size(); }
  bool has_started(ThreadId t) const { return execution_.started(t); }
  std::uint32_t event_count(ThreadId t) const { return trace_.length(t); }
  const exec::Thread& state_after(ThreadId t, std::uint32_t n) const {
    return threads_[t.index()][n];
  }
  EventId started_by(ThreadId t) const { return event_of(trace_.spawn(t)); }
  // Whether the k-th event of the first thread is a cause of, or is, the n-th of the second.
  bool comes_before(ThreadId a, std::uint32_t k, ThreadId b, std::uint32_t n) const {
    return trace_.before(trace_.position(a, k), trace_.position(b, n));
  }

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
    StepOrder order;                    // the witness
  };
  struct Node {
    std::uint32_t prefix = 0;   // length of τ before the node's event
    Position event = kInitial;  // where it is now, if it is in τ
    std::vector<Plan> plans;
    KnownSet done;
    std::shared_ptr<KnownByAll> shared;  // what others found, too; `done` remembers part of it
    std::uint32_t claims = 0;            // plans that may be somebody else's
    std::uint64_t branch_at = 0;  // how many executions there were when its branch was taken up

    void reset(std::uint32_t p) {
      prefix = p;
      event = kInitial;
      plans.clear();
      done.clear();
      shared.reset();
    }
  };
  // A mutation: X' = prefix of the node, the past of `cause` and the events placed on top of it.
  struct Placement {
    Position predecessor = kInitial;  // of the event to place, kInitial: none
    ThreadId thread;
    const exec::Op* op = nullptr;
    bool writes = false;
    bool plain = false;  // a Read: neither drains nor writes
  };
  struct Mutation {
    std::uint32_t node = 0;
    const std::uint16_t* past =
        nullptr;  // by thread: how many events of the causal past of the source
    std::uint32_t location = 0;
    Position source = kInitial;           // which write the first placed event reads
    Position excluded = kInitial;         // the mutated event itself, not part of X' as it was
    std::array<Placement, 2> placements;  // one after the other
    std::uint32_t placed_count = 0;

    std::span<const Placement> placed() const { return {placements.data(), placed_count}; }
    void place(const Placement& e) { placements[placed_count++] = e; }
  };

  // --- mutating (rf_mutate.cpp)
  void mutate(std::uint32_t extension_begin);
  bool may_mutate(Position r, Position w) const;
  void mutate_read(Position r, Position w);
  void mutate_choices(Position p, std::uint32_t first);
  void swap(Position u, ThreadId other, std::uint32_t other_index);
  void swap_with_waiters();
  Reader reader(Position r) const {
    return {trace_[r].thread, trace_[r].predecessor, trace_[r].location};
  }
  bool known(Node& node, const std::uint16_t* past, EventSum extra);
  void plan(const Mutation& m, std::span<const PlannedEvent> extra_causes,
            const std::optional<PlannedEvent>& event, const StepOrder& order);
  Name name_of(Position p) const {
    return p == kInitial ? Name{ThreadId::none(), 0} : Name{trace_[p].thread, trace_[p].index};
  }

  // --- realizing (rf_realize.cpp)
  bool realize(const Mutation& m, StepOrder& order);
  bool taken(const Mutation& m) const;
  bool repair(const Mutation& m, StepOrder& order);
  bool postpone_writes(const Mutation& m, std::uint32_t begin, std::uint32_t end);
  bool postpone_source(const Mutation& m, std::uint32_t begin, std::uint32_t end);
  bool postpone(const Mutation& m, std::uint32_t begin, std::uint32_t end, bool is_source);
  bool overwritten(const Mutation& m) const;
  void make_instance(const Mutation& m);
  bool verify(const Mutation& m, StepOrder& order);
  bool in_mutation(const Mutation& m, Position p) const {
    return p != m.excluded &&
           (p < nodes_[m.node].prefix || m.past[trace_[p].thread.index()] > trace_[p].index);
  }
  void index_order();

  // --- working with others (rf_share.cpp)
  void share_work();
  WorkItem pack(std::uint32_t nodes) const;
  void put_plan(WordWriter& out, const Plan& plan) const;
  Plan get_plan(WordReader& in) const;

  // --- the main loop (rf_explorer.cpp)
  bool extend();  // false: interrupted
  bool take_up_next_plan();
  double estimated_executions() const override;
  void finish_branch(std::uint32_t node);
  void load(std::uint32_t node, Plan plan);
  void check_frees(std::uint32_t extension_begin);
  void add_sources(Position read, std::vector<EventId>& sources) const override {
    sources.push_back(event_of(trace_[read].source));
  }
  ClassName values_name() const;
  std::uint32_t new_node();

  Statistics& statistics_;
  std::vector<std::uint32_t> at_;         // by position: place in sigma_
  std::vector<std::uint32_t> memory_at_;  // ... of its memory-write
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
  Position new_begin_ = 0;  // the events from here on are new to mutations
  // By depth: branches done with, and the executions in them.
  struct Finished {
    double branches = 0;
    double executions = 0;
  };
  std::vector<Finished> finished_;

  std::uint64_t watched_ = 0;
  bool handed_over_ = false;

  // Scratch.
  Execution instance_;
  Witness hint_;
  std::vector<EventId> event_id_;
  std::vector<Position> position_of_event_;
  std::vector<Position> moved_;
  StepOrder order_;
  std::vector<std::uint16_t> past_;
  std::vector<std::uint32_t> needed_;       // steps that the event to place follows
  std::vector<std::uint8_t> late_;          // by step: comes after the event to place
  std::vector<std::uint16_t> late_from_;    // by thread: its first late event
  std::vector<std::size_t> late_threads_;   // that have one
  std::vector<std::uint8_t> late_buffer_;   // by thread: writes leave its buffer late
  std::vector<std::uint8_t> late_written_;  // by location
  std::vector<std::uint8_t> late_read_;
};

}  // namespace overtake::smc

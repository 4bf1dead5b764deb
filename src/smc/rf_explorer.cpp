#include "smc/rf_explorer.h"

#include <algorithm>

#include "base/error.h"
#include "base/stopwatch.h"
#include "smc/estimate.h"

namespace overtake::smc {

using exec::Status;
using memory::Ending;

RfExplorer::RfExplorer(const exec::Executor& executor, const CheckOptions& options,
                       CheckResult& result, bool stops_spinning)
    : Run(executor, options, result, {Reads::From, false, stops_spinning}),
      statistics_(result.statistics) {}

void RfExplorer::explore() {
  begin();
  run();
  if (!handed_over_) conclude();
}

void RfExplorer::begin() { execution_.start(); }

void RfExplorer::run() {
  result_.races_checked = options_.races;
  result_.finished = false;
  for (;;) {
    const std::uint32_t extension_begin = new_begin_;
    {
      const Stopwatch timer(options_.time_split, statistics_.executing_seconds);
      if (!extend()) break;
    }
    finish_execution(on_execution ? on_execution() : 1);
    if (on_class) on_class(class_name());
    if (watch != nullptr && watch->wants(watched_++) && watch->note(values_name())) {
      handed_over_ = true;
      return;
    }
    check_frees(extension_begin);
    if (options_.races && !stop_) check_races();
    if (stop_) break;
    {
      const Stopwatch timer(options_.time_split, statistics_.mutating_seconds);
      index_order();
      mutate(extension_begin);
    }
    if (pool_ != nullptr) {
      if (planned_ > 1 && (watch == nullptr || watch->done()) && pool_->wants_work()) share_work();
      pool_->at_rest(*this);
      if (pool_->stopped()) break;
    }
    const Stopwatch timer(options_.time_split, statistics_.executing_seconds);
    result_.finished = !take_up_next_plan();
    if (result_.finished) return;
  }
  if (pool_ != nullptr) pool_->stop();
}

void RfExplorer::finish_branch(std::uint32_t node) {
  if (node >= finished_.size()) finished_.resize(node + 1);
  finished_[node].branches += 1;
  finished_[node].executions += static_cast<double>(executions() - nodes_[node].branch_at);
  nodes_[node].branch_at = executions();
}

// A guess between two. Each planned branch is as large as those of its depth that are done or, if
// there is none yet, as those of the next depth: too small, as plans come up later. Or as the
// branch that is under way, with what is left of it: too large, as less may change in later
// branches.
double RfExplorer::estimated_executions() const {
  const auto done = static_cast<double>(executions());
  double small = done;
  double size = 1;
  double rest = 0;  // of the branch under way
  for (std::uint32_t i = node_count_; i-- > 0;) {
    Finished branches = i < finished_.size() ? finished_[i] : Finished{};
    if (branches.branches > 0) size = branches.executions / branches.branches;
    const auto plans = static_cast<double>(nodes_[i].plans.size());
    small += size * plans;
    branches.executions += done - static_cast<double>(nodes_[i].branch_at) + rest;
    rest += branches.executions / (branches.branches + 1) * plans;
  }
  return between_guesses(small, done + rest);
}

// Lines 1-2: runs on until nothing can. A thread runs as long as it can; its writes reach memory
// at once.
bool RfExplorer::extend() {
  for (;;) {
    if (interrupted()) return false;
    bool ran = false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const ThreadId t{i};
      while (execution_.can_run(t)) {
        ran = true;
        const Position p = execution_.perform(t, kInitial, 0, true);
        execution_.append_to_witness(p);
        TraceEvent& e = execution_.event(p);
        if (e.reads() || e.choices > 1) {
          const std::uint32_t node = new_node();
          nodes_[node].prefix = p;
          nodes_[node].event = p;
          const EventSum self = trace_.term_of(p);
          nodes_[node].done.insert({self.lo, self.hi});
          e.node = node;
        }
      }
      if (execution_.started(t) && execution_.thread(t).status() == Status::Interrupted)
        return false;
    }
    if (!ran) return true;
  }
}

std::uint32_t RfExplorer::new_node() {
  if (node_count_ == nodes_.size()) nodes_.emplace_back();
  nodes_[node_count_].reset(0);
  nodes_[node_count_].branch_at = executions();
  return node_count_++;
}

// Lines 22-25: the deepest node first; a node without plans is done with.
bool RfExplorer::take_up_next_plan() {
  while (node_count_ > 0) {
    Node& node = nodes_[node_count_ - 1];
    finish_branch(node_count_ - 1);
    if (node.plans.empty() && node.claims > 0) {
      pool_->wait(*this);
      if (pool_->stopped()) return true;
      continue;
    }
    if (node.plans.empty()) {
      node.shared.reset();
      --node_count_;
      continue;
    }
    Plan plan = std::move(node.plans.back());
    node.plans.pop_back();
    --planned_;
    load(node_count_ - 1, std::move(plan));
    return true;
  }
  return false;
}

void RfExplorer::load(std::uint32_t index, Plan plan) {
  const auto position = [&](const Name& n) {
    return n.thread().valid() ? trace_.position(n.thread(), n.index()) : kInitial;
  };
  execution_.cut(nodes_[index].prefix);
  for (const PlannedEvent& c : plan.causes) {
    const Position p = execution_.perform(c.event.thread(), position(c.source), c.choice, false);
    execution_.event(p).marked = true;
  }
  // New to mutations: the extension, and atomic operations that got another source.
  new_begin_ = trace_.size() - (plan.swapped ? 1 : 0);
  Position own = kInitial;
  if (plan.event) {
    own = execution_.perform(plan.event->event.thread(), position(plan.event->source),
                             plan.event->choice, false);
    execution_.event(own).node = index;
    if (!plan.swapped && trace_[own].kind == EventKind::Read) new_begin_ = trace_.size();
  }
  nodes_[index].event = own;
  sigma_ = std::move(plan.order);
  execution_.note_last_writes();
  if (own != kInitial && trace_[own].choices > 1 && plan.event->choice == 0) mutate_choices(own, 1);
}

// A free and an access of the same object that nothing orders: the access may come after the free.
// The events that both depend on are closed under causes, so the old order restricted to them is a
// run, after which the access is the next operation of its thread.
void RfExplorer::check_frees(std::uint32_t extension_begin) {
  for (const auto& [object, f, p] : execution_.life_races(extension_begin)) {
    const TraceEvent& e = trace_[p];
    const Position before = e.predecessor;
    StepOrder order;
    for (const RunStep step : sigma_) {
      const Position q = step.position();
      if (trace_.before(q, f) || (before != kInitial && trace_.before(q, before)))
        order.push_back(step);
    }
    memory::Schedule schedule = execution_.schedule_of(order);
    schedule.push_back({e.thread, false, 0, 0});
    const bool stack = execution_.thread(owner(object)).objects()[number_in_thread(object)].kind ==
                       exec::ObjectKind::Stack;
    report({stack ? ir::ErrorKind::DeadStackObject : ir::ErrorKind::UseAfterFree,
            execution_.op_of(p).source, 0, execution_.op_of(p).address},
           e.thread, schedule);
    if (stop_) return;
  }
}

// What exploration by values may tell executions apart by: the value of each read, and the order of
// turns at locks and the like.
ClassName RfExplorer::values_name() const {
  ClassSum sum;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t)) continue;
    History h;
    for (std::uint32_t k = 0; k < trace_.length(t); ++k) {
      const TraceEvent& e = trace_[trace_.position(t, k)];
      const exec::Op& op = threads_[i][k].next();
      h.operation(op);
      if (e.choices > 1) h.choice(e.choice);
      if (!e.reads()) continue;
      h.value(e.read.lo);
      h.value(e.read.hi);
      h.value(e.read.undefined);
      if (op.kind == exec::OpKind::Sync && e.source != kInitial)
        h.source(names_.identity(trace_[e.source].thread), trace_[e.source].index);
    }
    sum.add(names_.identity(t), h);
  }
  return sum.name();
}

}  // namespace overtake::smc

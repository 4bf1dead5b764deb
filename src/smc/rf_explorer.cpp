#include "smc/rf_explorer.h"

#include <algorithm>

#include "base/stopwatch.h"
#include "smc/class_names.h"
#include "smc/estimate.h"

namespace overtake::smc {

using exec::Status;

RfExplorer::RfExplorer(const exec::Executor& executor, const CheckOptions& options,
                       CheckResult& result, bool stops_spinning)
    : options_(options),
      statistics_(result.statistics),
      execution_(executor, options, {Reads::From, false, stops_spinning}),
      hidden_(execution_.trace(), options.model.base),
      progress_(options, result),
      hangs_(execution_, nullptr),
      endings_(execution_, hangs_, progress_, options, result),
      races_(execution_, nullptr, progress_, options, result),
      realizer_(execution_, progress_, options, result.statistics) {
  result.races_checked = options.races;
}

// Algorithm 3. The recursion of the paper is the stack of nodes.
void RfExplorer::explore() {
  if (execution_.empty()) execution_.start();
  bool finished = false;
  while (!finished && extend() && visit()) {  // lines 1-2
    mutate();                                 // lines 5-21
    if (progress_.interrupted() || !progress_.go_on(*this)) break;
    finished = !take_up_next_plan();  // lines 22-25
  }
  if (!handed_over_) progress_.end(*this, execution_, finished);
}

void RfExplorer::join(WorkPool& pool) {
  progress_.join(pool);
  execution_.share_names(pool);
}

// The execution is maximal. False: the exploration ends here.
bool RfExplorer::visit() {
  endings_.finish(*this, on_execution ? on_execution() : 1);
  if (on_class) on_class(reads_from_class(execution_, nullptr));
  if (watch != nullptr && watch->wants(watched_++) && watch->note(values_class(execution_))) {
    handed_over_ = true;
    return false;
  }
  endings_.report_late_accesses(new_begin_);
  if (options_.races && !progress_.stopped()) races_.check();
  return !progress_.stopped();
}

void RfExplorer::finish_branch(std::uint32_t node) {
  if (node >= finished_.size()) finished_.resize(node + 1);
  finished_[node].branches += 1;
  finished_[node].executions +=
      static_cast<double>(progress_.executions() - nodes_[node].branch_at);
  nodes_[node].branch_at = progress_.executions();
}

// A guess between two. Each planned branch is as large as those of its depth that are done or, if
// there is none yet, as those of the next depth: too small, as plans come up later. Or as the
// branch that is under way, with what is left of it: too large, as less may change in later
// branches.
double RfExplorer::estimated_executions() const {
  const auto done = static_cast<double>(progress_.executions());
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
  const Stopwatch timer(options_.time_split, statistics_.executing_seconds);
  for (;;) {
    if (progress_.interrupted()) return false;
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
  nodes_[node_count_].branch_at = progress_.executions();
  return node_count_++;
}

// Lines 22-25: the deepest node first; a node without plans is finished.
bool RfExplorer::take_up_next_plan() {
  const Stopwatch timer(options_.time_split, statistics_.executing_seconds);
  while (node_count_ > 0) {
    Node& node = nodes_[node_count_ - 1];
    finish_branch(node_count_ - 1);
    if (node.plans.empty() && node.claims > 0) {
      progress_.pool()->wait(*this);
      if (progress_.pool()->stopped()) return true;
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
  sigma_ = std::move(plan.order).take();
  execution_.note_last_writes();
  if (own != kInitial && trace_[own].choices > 1 && plan.event->choice == 0) mutate_choices(own, 1);
}

}  // namespace overtake::smc

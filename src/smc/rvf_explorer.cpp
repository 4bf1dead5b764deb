#include "smc/rvf_explorer.h"

#include <algorithm>

#include "base/stopwatch.h"
#include "ir/clocks.h"

namespace overtake::smc {

using exec::Status;

namespace {

constexpr std::uint64_t kManyWithSections = 20'000;

}  // namespace

RvfExplorer::RvfExplorer(const exec::Executor& executor, const CheckOptions& options,
                         CheckResult& result, Groups groups, bool careful)
    : options_(options),
      result_(result),
      statistics_(result.statistics),
      execution_(executor, options, {Reads::Value, careful}),
      progress_(options, result),
      runs_(execution_, instance_, progress_, options, statistics_),
      writers_(execution_, result.executions.redundant, options.rvf.patience),
      waits_(execution_, sections_, put_backs_, hangs_, options),
      torn_(execution_, stack_, groups),
      values_(execution_, instance_, stack_, sections_, waits_, torn_, groups),
      realizer_(execution_, instance_, sections_, runs_, options, statistics_),
      tasks_(execution_, instance_, stack_, progress_, result),
      by_(groups),
      endings_(execution_, hangs_, progress_, options, result),
      races_(execution_, &instance_, progress_, options, result),
      wanted_races_(options.races && groups == Groups::BySource ? &races_ : nullptr),
      round_lifetimes_(execution_, instance_, groups == Groups::BySource, endings_, progress_),
      section_errors_(execution_, instance_, sections_, runs_, lifetimes_, wanted_races_, endings_,
                      progress_) {}

void RvfExplorer::visit_equal_threads_once() {
  equal_.emplace(execution_, instance_, stack_, turns_, by_, result_);
  tasks_.keep_turns();
}

void RvfExplorer::collect_groups(std::vector<std::vector<ThreadId>>& groups) const {
  groups.clear();
  if (equal_) equal_->collect(groups);
}

// Algorithm 2. The recursion of the paper is the stack of nodes.
void RvfExplorer::explore() {
  if (execution_.empty()) begin();
  bool going_on = depth_ > 0 || enter(0);
  while (going_on && depth_ > 0 && progress_.go_on(*this)) {
    Node& node = stack_.top();
    if (!node.groups.empty())
      going_on = next_value(node);  // lines 19-26
    else if (!tasks_.await_values(node))
      return;
    else if (!next_read(node))  // lines 29-30 and 13-18
      leave();
  }
  progress_.end(*this, execution_, going_on && depth_ == 0 && !progress_.stopped());
}

// Which of two writes of one value a thread has read is visible on its clock.
void RvfExplorer::begin() {
  const exec::Executor& executor = execution_.executor();
  if (executor.has_clock())
    throw NeedsExhaustive{"clocks", ir::clock_read_place(executor.program())};
  result_.races_checked = wanted_races_ != nullptr;
  if (equal_) equal_->demand_equals(true);
  execution_.start();
}

// Back to the root, before its node is entered.
void RvfExplorer::restart() {
  if (execution_.empty()) begin();
  cut_back(0);
  sigma_.clear();
  execution_.note_last_writes();
  signals_.clear();
  depth_ = 0;
}

// Lines 1-11: τ is X and sigma_ a witness of it; the events from `first_new` on are what the parent
// does not have. A node without reads is a maximal execution.
bool RvfExplorer::enter(std::uint32_t first_new) {
  if (progress_.interrupted()) return false;
  // Programs whose threads do nothing but sections have few states and many classes.
  if (sections_.met && progress_.executions() + result_.executions.redundant > kManyWithSections)
    throw NeedsExhaustive{"atomic sections", {}, true};
  if (!extend()) return false;
  if (impossible_) return true;
  if (depth_ > 0 && was_cut_short(stack_.top())) {
    ++result_.executions.redundant;
    return true;
  }
  signals_.send_new(first_new, pending_);
  if (depth_ > 0 && was_explored(stack_.top())) {
    ++result_.executions.redundant;
    return true;
  }
  if (depth_ > 0 && doomed_.is_doomed(stack_.top(), pending_)) {
    ++result_.executions.redundant;
    return true;
  }
  Node& node = open_node();
  node.entered_at = progress_.executions();
  collect_reads(node);
  if (equal_) node.turns.assign(node.mutate.rbegin(), node.mutate.rend());
  const bool ends = !sections_.inside.valid() && finish_leaf();
  if (!node.mutate.empty())
    ++depth_;
  else if (!ends)
    ++result_.executions.redundant;
  return true;
}

// A node on top, for what τ is now.
RvfNode& RvfExplorer::push_node() {
  if (depth_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[depth_];
  node.reset(trace_.size(), sigma_, threads_.size());
  if (sections_.inside.valid()) {
    const std::uint32_t parent = depth_ - 1;
    node.entry = nodes_[parent].entry != RvfNode::kUndefined ? nodes_[parent].entry : parent;
  }
  node.pending = pending_;
  node.last_write = execution_.last_write;
  for (std::size_t i = 0; i < threads_.size(); ++i)
    node.counts[i] = execution_.started(ThreadId{i}) ? trace_.length(ThreadId{i}) : 0;
  return node;
}

// The node of X, with the causal maps of its parent.
RvfNode& RvfExplorer::open_node() {
  Node& node = push_node();
  if (depth_ > 0) {
    const Node& parent = stack_.top();
    // The worker that handed over the parent may have met more threads.
    node.causal.resize(std::max(node.causal.size(), parent.causal.size()), RvfNode::kUndefined);
    std::ranges::copy(parent.causal, node.causal.begin());
    if (!parent.is_about_section() || parent.outside)
      node.causal[parent.current.index()] = RvfNode::kUndefined;
  }
  return node;
}

// Line 1. What memory holds at the end of σ decides about threads that wait: whether a lock is free
// or a barrier open depends on the events only, and not on their order.
bool RvfExplorer::extend() {
  impossible_ = false;
  sections_.inside = sections_.unsettled ? stack_.top().current  // which may have failed there
                     : sections_.met     ? sections_.find_open()
                                         : ThreadId::none();
  if (sections_.inside.valid()) {
    impossible_ = !extend_section(sections_.inside);
    if (execution_.in_section(sections_.inside)) {
      for (std::size_t i = 0; i < threads_.size(); ++i) pending_[i] = next_.of(ThreadId{i});
      return true;
    }
    if (execution_.thread(sections_.inside).status() == Status::Interrupted) return false;
    sections_.inside = ThreadId::none();
    if (impossible_) return true;
  }
  for (bool ran = true; ran;) {
    ran = false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const ThreadId t{i};
      for (;;) {
        const RvfPending next = next_.of(t);
        if (i >= pending_.size()) pending_.resize(i + 1);
        pending_[i] = next;
        if (next.next != Next::Extends || !execution_.can_run(t)) break;
        ran = true;
        execution_.append_to_witness(execute(t, {}, 0, true));
      }
      if (execution_.started(t) && execution_.thread(t).status() == Status::Interrupted)
        return false;
    }
  }
  return true;
}

// Line 1 for a thread in a section. What it writes there may keep a read of another thread from
// what that has obtained: then another run has to be found. False: there is none.
bool RvfExplorer::extend_section(ThreadId t) {
  bool in_the_middle = sections_.unsettled;
  sections_.unsettled = false;
  while (execution_.in_section(t)) {
    pending_[t.index()] = next_.of(t);
    if (pending_[t.index()].next != Next::Extends) break;
    const auto at = sections_.place_for(t, sigma_) - sigma_.begin();
    const bool last = at == static_cast<std::ptrdiff_t>(sigma_.size());
    const Position p = execute(t, {}, 0, true);
    sigma_.insert(sigma_.begin() + at, RunStep(p));
    if (!trace_[p].writes()) continue;
    execution_.last_write[trace_[p].location] = p;
    in_the_middle = in_the_middle || !last;
  }
  if (!in_the_middle) return true;
  if (sections_.is_overtaken(t)) return false;
  if (!runs_.find(sigma_, {}, sigma_)) return false;
  execution_.note_last_writes();
  return true;
}

Position RvfExplorer::execute(ThreadId t, std::span<const Position> good, std::uint32_t choice,
                              bool extends, const consistency::ReadParts& parts) {
  const CurrentExecution::Torn torn =
      parts.empty() ? CurrentExecution::Torn{} : torn_.read(t, parts);
  const Position p = execution_.perform(t, good.empty() ? kInitial : good.front(), choice, extends,
                                        good.size() > 1, parts.empty() ? nullptr : &torn);
  const TraceEvent& e = trace_[p];
  const Event x = execution_.event_at(p);
  instance_.add(p, x, e.predecessor, good, parts);
  if (equal_ && sections_.met) throw NotEqual{"atomic sections"};
  if (equal_) equal_->note(p, good);
  if (e.writes()) turns_.demand_order(p);
  return p;
}

// Lines 6-11: reads without a causal map come first; the end of `mutate` is its front. Otherwise
// their order is free. A read that has to be tried again costs most, so those come first for which
// that is least likely: of locations that much was written to already. And threads proceed at an
// even pace, so that what they write is known early. A choice does not concern other threads: its
// alternatives are all that has to be tried.
void RvfExplorer::collect_reads(Node& node) {
  if (sections_.inside.valid()) return node.mutate.assign(1, sections_.inside);
  ranks_.resize(threads_.size());
  for (std::size_t i = threads_.size(); i-- > 0;) {
    const ThreadId t{i};
    const RvfPending& pending = node.pending[i];
    if (pending.next == Next::Chooses) {
      node.mutate.assign(1, t);
      return;
    }
    const bool enters = pending.next == Next::Enters;
    if (pending.next != Next::Reads && !enters) continue;
    if (!enters && waits_.may_wait(t) && !values_.has_value(node, t)) continue;
    node.mutate.push_back(t);
    const std::size_t writes = enters ? 0 : trace_.writes_on(pending.location).size();
    ranks_[i] = {!node.has_map(t), writes, ~trace_.length(t), ~t.value};
  }
  std::ranges::sort(node.mutate, {}, [&](ThreadId t) { return ranks_[t.index()]; });
}

// Lines 29-30 for the read whose values are explored, and lines 13-18 for the next one. False:
// there is none, or none is needed.
bool RvfExplorer::next_read(Node& node) {
  if (node.current.valid()) {
    node.causal[node.current.index()] = depth_ - 1;
    signals_.end(node);
    node.current = ThreadId::none();
  }
  if (!node.backtrack || node.mutate.empty()) return false;
  cut_back(node.length);
  sections_.inside = stack_.inside_at(node);
  if (doomed_.is_doomed(node, node.pending)) {
    ++result_.executions.redundant;
    return false;
  }
  node.current = node.mutate.back();
  node.mutate.pop_back();
  node.depended_on = !sections_.inside.valid() &&
                     node.pending[node.current.index()].next == Next::Reads &&
                     doomed_.depends_on_current(node);
  node.signalled = false;
  values_.collect(node);
  if (equal_) node.values = node.groups;
  signals_.listen(depth_ - 1);
  if (options_.rvf.backtrack_signals && signals_.suffice(node))
    node.backtrack = waits_.may_wait_at(node);
  return true;
}

// Lines 19-26.
bool RvfExplorer::next_value(Node& node) {
  const Group group = std::move(node.groups.back());
  node.groups.pop_back();
  cut_back(node.length);
  sections_.inside = stack_.inside_at(node);
  if (group.choice == Group::kStuck) {
    nodes_[node.entry].backtrack = true;
    section_errors_.judge_waiting(node, group);
    return true;
  }
  if (equal_ && equal_->has_earlier(group)) return true;
  if (doomed_.is_child_doomed(node, group)) {
    ++result_.executions.redundant;
    return true;
  }
  ++statistics_.mutations;
  {
    const Stopwatch watch(options_.time_split, statistics_.mutating_seconds);
    if (!realizer_.realize(node, group, sigma_)) return true;
  }
  const std::uint32_t depth = depth_ - 1;
  node.outside = group.outside;
  const Stopwatch watch(options_.time_split, statistics_.executing_seconds);
  const Position p = execute(node.current, group.good, group.choice, false, group.parts);
  if (realizer_.appended()) {
    std::fill(std::ranges::copy(node.last_write, execution_.last_write.begin()).out,
              execution_.last_write.end(), kInitial);
    if (trace_[p].writes()) execution_.last_write[trace_[p].location] = p;
  } else {
    execution_.note_last_writes();
  }
  const bool going_on = enter(p);
  if (!impossible_) nodes_[depth].fruitful = true;
  return going_on;
}

void RvfExplorer::leave() {
  tasks_.note_left();
  const Node& left = stack_.top();
  if (left.entry != RvfNode::kUndefined && left.backtrack) nodes_[left.entry].backtrack = true;
  --depth_;
  if (!left.fruitful) ++result_.executions.redundant;
}

// Whether the section that the last value belongs to is over and has read nothing but what was
// there when it was explored first.
bool RvfExplorer::was_explored(const Node& parent) const {
  return parent.is_about_section() && !sections_.inside.valid() && !parent.outside &&
         parent.has_map(parent.current);
}

// Whether the thread has assumed something false in its section, called exit there, or is in a loop
// that waits: no execution is like that. Nothing below could signal, so the node that entered it
// asks for no signal.
bool RvfExplorer::was_cut_short(const Node& parent) {
  if (!parent.is_about_section()) return false;
  const ThreadId t = parent.current;
  const Status status = execution_.thread(t).status();
  if (status != Status::Assumed && status != Status::Exited && status != Status::Spinning)
    return false;
  if (!trace_[trace_.last(t)].glued) return false;
  section_errors_.judge_cut_short(t);
  (parent.entry != RvfNode::kUndefined ? nodes_[parent.entry] : stack_.top()).backtrack = true;
  return true;
}

void RvfExplorer::cut_back(std::uint32_t length) {
  if (length == trace_.size()) return;
  execution_.cut(length);
  instance_.cut(length);
}

// --- working with others (rvf_tasks.h) -----------------------------------------------------------

void RvfExplorer::join(WorkPool& pool) {
  progress_.join(pool);
  execution_.share_names(pool);
}

bool RvfExplorer::resume(const WorkItem& item) {
  restart();
  if (equal_) equal_->demand_equals(false);
  sections_.unsettled = false;  // the last item may have been left in the middle
  WordReader in(item.words);
  const std::uint32_t nodes = tasks_.get_begin(in, item);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (!extend() || progress_.interrupted()) return false;  // perhaps halfway
    Node& node = push_node();
    ++depth_;
    tasks_.get_node(in, item, node);
    if (node.current.valid()) take_up_again(node);
    if (i + 1 == nodes) break;
    RvfTasks::Child child = tasks_.get_child(in);
    sigma_ = std::move(child.order);
    execute(node.current, child.good, child.choice, false, child.parts);
    execution_.note_last_writes();
  }
  tasks_.get_report(in);
  return nodes != 0;
}

// A node whose read is tried already.
void RvfExplorer::take_up_again(Node& node) {
  values_.locate(node);
  signals_.listen(depth_ - 1);
  if (!equal_) return;
  std::vector<Group> left = std::move(node.groups);
  values_.collect(node);
  node.values = std::move(node.groups);
  node.groups = std::move(left);
}

}  // namespace overtake::smc

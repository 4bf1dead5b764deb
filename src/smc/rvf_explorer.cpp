#include "smc/rvf_explorer.h"

#include <algorithm>

#include "base/stopwatch.h"
#include "ir/clocks.h"
#include "smc/class_names.h"
#include "smc/estimate.h"

namespace overtake::smc {

using exec::Status;

namespace {

constexpr std::uint64_t kManyWithSections = 20'000;

}  // namespace

RvfExplorer::RvfExplorer(const exec::Executor& executor, const CheckOptions& options,
                         CheckResult& result, Groups groups, bool careful)
    : executor_(executor),
      options_(options),
      result_(result),
      statistics_(result.statistics),
      by_(groups),
      careful_(careful),
      execution_(executor, options, {Reads::Value, careful}),
      hidden_(execution_.trace(), options.model.base),
      instance_(execution_),
      cells_(execution_),
      writers_(execution_),
      put_backs_(execution_),
      progress_(options, result),
      hangs_(execution_, &instance_),
      endings_(execution_, hangs_, progress_, options, result),
      races_(execution_, &instance_, progress_, options, result) {}

void RvfExplorer::join(WorkPool& pool) {
  progress_.join(pool);
  execution_.share_names(pool);
}

// A node for what τ is now.
void RvfExplorer::start(Node& node) const {
  node.reset(trace_.size(), sigma_, threads_.size());
  if (inside_.valid()) {
    const auto parent = static_cast<std::uint32_t>(&node - nodes_.data()) - 1;
    node.entry = nodes_[parent].entry != kUndefined ? nodes_[parent].entry : parent;
  }
  node.pending = pending_;
  node.last_write = last_write_;
}

// Algorithm 2. The recursion of the paper is the stack of nodes.
void RvfExplorer::explore() {
  if (execution_.empty()) begin();
  bool going_on = depth_ > 0 || enter(0);
  while (going_on && depth_ > 0 && progress_.go_on(*this)) {
    Node& node = nodes_[depth_ - 1];
    if (!node.groups.empty())
      going_on = next_value(node);  // lines 19-26
    else if (!await_values(node))
      return;
    else if (!next_read(node))  // lines 29-30 and 13-18
      leave();
  }
  progress_.end(*this, execution_, going_on && depth_ == 0 && !progress_.stopped());
}

// Which of two writes of one value a thread has read is visible on its clock.
void RvfExplorer::begin() {
  if (executor_.has_clock())
    throw NeedsExhaustive{"clocks", ir::clock_read_place(executor_.program())};
  result_.races_checked = options_.races && by_ == Groups::BySource;
  must_meet_equals_ = equal_.has_value();
  execution_.start();
}

// Lines 1-11: τ is X and sigma_ a witness of it; the events from `first_new` on are what the parent
// does not have. A node without reads is a maximal execution.
bool RvfExplorer::enter(std::uint32_t first_new) {
  if (progress_.interrupted()) return false;
  // Programs whose threads do nothing but sections have few states and many classes.
  if (sections_ && progress_.executions() + result_.executions.redundant > kManyWithSections)
    throw NeedsExhaustive{"atomic sections", {}, true};
  if (!extend()) return false;
  if (impossible_) return true;
  if (depth_ > 0 && was_cut_short(nodes_[depth_ - 1])) {
    ++result_.executions.redundant;
    return true;
  }
  signal(first_new);
  if (depth_ > 0 && was_explored(nodes_[depth_ - 1])) {
    ++result_.executions.redundant;
    return true;
  }
  if (depth_ > 0 && doomed(nodes_[depth_ - 1], pending_)) return true;
  Node& node = open_node();
  node.entered_at = progress_.executions();
  collect_reads(node);
  if (equal_) node.turns.assign(node.mutate.rbegin(), node.mutate.rend());
  const bool ends = !inside_.valid() && finish_leaf();
  if (!node.mutate.empty())
    ++depth_;
  else if (!ends)
    ++result_.executions.redundant;
  return true;
}

// The node of X, with the causal maps of its parent.
RvfNode& RvfExplorer::open_node() {
  if (depth_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[depth_];
  start(node);
  for (std::size_t i = 0; i < threads_.size(); ++i)
    node.counts[i] = execution_.started(ThreadId{i}) ? trace_.length(ThreadId{i}) : 0;
  if (depth_ > 0) {
    const Node& parent = nodes_[depth_ - 1];
    // The worker that handed over the parent may have met more threads.
    node.causal.resize(std::max(node.causal.size(), parent.causal.size()), kUndefined);
    std::ranges::copy(parent.causal, node.causal.begin());
    if (!in_or_at_section(parent) || parent.outside)
      node.causal[parent.current.index()] = kUndefined;
  }
  return node;
}

// Line 1. What memory holds at the end of σ decides about threads that wait: whether a lock is free
// or a barrier open depends on the events only, and not on their order.
bool RvfExplorer::extend() {
  impossible_ = false;
  inside_ = unsettled_  ? nodes_[depth_ - 1].current  // which may have failed there
            : sections_ ? find_open_section()
                        : ThreadId::none();
  if (inside_.valid()) {
    impossible_ = !extend_section(inside_);
    if (execution_.in_section(inside_)) {
      for (std::size_t i = 0; i < threads_.size(); ++i) pending_[i] = next_of(ThreadId{i});
      return true;
    }
    if (execution_.thread(inside_).status() == Status::Interrupted) return false;
    inside_ = ThreadId::none();
    if (impossible_) return true;
  }
  for (bool ran = true; ran;) {
    ran = false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const ThreadId t{i};
      for (;;) {
        const Pending next = next_of(t);
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

Position RvfExplorer::execute(ThreadId t, std::span<const Position> good, std::uint32_t choice,
                              bool extends, const consistency::ReadParts& parts) {
  const CurrentExecution::Torn torn =
      parts.empty() ? CurrentExecution::Torn{} : torn_read(t, parts);
  const Position p = execution_.perform(t, good.empty() ? kInitial : good.front(), choice, extends,
                                        good.size() > 1, parts.empty() ? nullptr : &torn);
  const TraceEvent& e = trace_[p];
  const Event x = execution_.event_at(p);
  instance_.add(p, x, e.predecessor, good, parts);
  if (equal_) note_for_equality(p, good);
  if (e.writes() && e.location < chain_.size() && chain_[e.location]) demand_alone(p);
  return p;
}

// Lines 2-5, and the corner case of appendix A: an operation that may write and has its turn still
// before it is a new source for one that may write as well, even if the latter keeps it from
// writing now.
void RvfExplorer::signal(std::uint32_t first_new) {
  for (Position p = first_new; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    if (e.writes() || (careful_ && is_arrival(execution_.op_of(p))))
      send(e.location, e.thread, p, !e.writes());
  }
  for (std::size_t i = 0; i < pending_.size(); ++i)
    if (pending_[i].writes) {
      const ThreadId t{i};
      send(pending_[i].location, t, trace_.last(t), true);
    }
}

// `from`: the write, or the event before it. A read that is among its causes cannot obtain it.
void RvfExplorer::send(std::uint32_t location, ThreadId thread, Position from,
                       bool to_writers_only) {
  if (location == kNowhere) return signal_section(thread);
  const auto send_to = [&](std::uint32_t to) {
    if (to >= mutated_.size()) return;
    for (std::uint32_t depth : mutated_[to]) {
      Node& node = nodes_[depth];
      const bool caused =
          from != kInitial && node.length < trace_.size() && trace_.before(node.length, from);
      if (node.current == thread || caused || (to_writers_only && !node.writes)) continue;
      if (to_writers_only && comes_later(node, thread, to)) continue;
      node.backtrack = true;
    }
  };
  if (!careful_) return send_to(location);
  for (const std::uint32_t to : locations_.overlapping(location)) send_to(to);
}

// Whether the next operation of t, which was its next one in the node as well, cannot be the first
// outside the node at its location: by the node's causal map it obtains none of the writes that the
// node has there. Then it need not signal: the first one does (lemma 1).
bool RvfExplorer::comes_later(const Node& node, ThreadId t, std::uint32_t location) const {
  const std::size_t i = t.index();
  if (sections_ || careful_ || i >= node.counts.size() || i >= node.causal.size()) return false;
  if (node.causal[i] == kUndefined || node.counts[i] != trace_.length(t)) return false;
  const std::vector<std::uint32_t>& forbidden = nodes_[node.causal[i]].counts;
  for (std::size_t u = 0; u < node.counts.size(); ++u) {
    const std::size_t n = trace_.writes_before(location, ThreadId{u}, node.counts[u]);
    if (n == 0) continue;
    const Position last = trace_.writes_on(location, ThreadId{u})[n - 1];
    if (u >= forbidden.size() || trace_[last].index >= forbidden[u]) return false;
  }
  return true;
}

// Lines 6-11: reads without a causal map come first; the end of `mutate` is its front. Otherwise
// their order is free. A read that has to be tried again costs most, so those come first for which
// that is least likely: of locations that much was written to already. And threads proceed at an
// even pace, so that what they write is known early. A choice does not concern other threads: its
// alternatives are all that has to be tried.
void RvfExplorer::collect_reads(Node& node) {
  if (inside_.valid()) return node.mutate.assign(1, inside_);
  ranks_.resize(threads_.size());
  for (std::size_t i = threads_.size(); i-- > 0;) {
    const ThreadId t{i};
    const Pending& pending = node.pending[i];
    if (pending.next == Next::Chooses) {
      node.mutate.assign(1, t);
      return;
    }
    const bool enters = pending.next == Next::Enters;
    if (pending.next != Next::Reads && !enters) continue;
    if (!enters && may_wait(t) && !has_value(node, t)) continue;
    node.mutate.push_back(t);
    const std::size_t writes = enters ? 0 : trace_.writes_on(pending.location).size();
    ranks_[i] = {node.causal[i] == kUndefined, writes, ~trace_.length(t), ~t.value};
  }
  std::ranges::sort(node.mutate, {}, [&](ThreadId t) { return ranks_[t.index()]; });
}

// Lines 29-30 for the read whose values are explored, and lines 13-18 for the next one. False:
// there is none, or none is needed.
bool RvfExplorer::next_read(Node& node) {
  if (node.current.valid()) {
    node.causal[node.current.index()] = depth_ - 1;
    if (node.location != kNowhere) mutated_[node.location].pop_back();
    node.current = ThreadId::none();
  }
  if (!node.backtrack || node.mutate.empty()) return false;
  cut_back(node.length);
  inside_ = inside(node);
  if (doomed(node, node.pending)) return false;
  node.current = node.mutate.back();
  node.mutate.pop_back();
  node.depended_on = !inside_.valid() && node.pending[node.current.index()].next == Next::Reads &&
                     waits_for_nothing(node, node.pending, node.current);
  node.signalled = false;
  collect_values(node);
  if (equal_) node.values = node.groups;
  note_mutated(depth_ - 1);
  if (options_.rvf.backtrack_signals && signals_suffice(node))
    node.backtrack = may_have_to_wait(node);
  return true;
}

// Lemma 1 lets the read come next where the first new write to its location would: it obtains what
// a run of the node leaves there. So its causal map must allow every write that may be the last: of
// each thread's last ones, those that it forbids come before another one in every run.
bool RvfExplorer::signals_suffice(const Node& node) const {
  const ThreadId t = node.current;
  if (node.causal[t.index()] == kUndefined) return true;
  if (sections_ || careful_ || node.location == kNowhere) return false;
  const auto last_of = [&](std::size_t i) {
    const std::vector<Position>& writes = trace_.writes_on(node.location, ThreadId{i});
    return writes.empty() ? kInitial : writes.back();
  };
  bool written = false;
  for (std::size_t i = 0; i < trace_.thread_count(); ++i) {
    const Position w = last_of(i);
    if (w == kInitial) continue;
    written = true;
    if (!forbidden(node, t, w)) continue;
    bool superseded = false;
    for (std::size_t k = 0; k < trace_.thread_count() && !superseded; ++k)
      superseded = k != i && last_of(k) != kInitial && comes_before(trace_, w, last_of(k));
    if (!superseded) return false;
  }
  return written;
}

// Lemma 1 lets the read come next where the first new write to its location would: it obtains what
// the node's writes leave there. If that may be a value with which it has to wait, nothing is said
// about signals below its children.
bool RvfExplorer::may_have_to_wait(const Node& node) {
  const ThreadId t = node.current;
  if (!may_wait(t) || node.location == kNowhere) return false;
  if (put_backs_.depends_on_source(t)) return true;
  const std::vector<exec::Value> values = hangs_.final_values(node.location);
  return std::ranges::any_of(values, [&](const exec::Value& v) { return has_to_wait(t, v); }) ||
         hangs_.may_be_stuck(t);
}

void RvfExplorer::note_mutated(std::uint32_t depth) {
  const std::uint32_t location = nodes_[depth].location;
  if (location == kNowhere) return;
  if (location >= mutated_.size()) mutated_.resize(location + 1);
  mutated_[location].push_back(depth);
}

// Lines 19-26.
bool RvfExplorer::next_value(Node& node) {
  const Group group = std::move(node.groups.back());
  node.groups.pop_back();
  cut_back(node.length);
  inside_ = inside(node);
  if (group.choice == Group::kStuck) return judge_stuck(node, group);
  if (equal_ && renamings_->has_earlier(group)) return true;
  if (is_redundant(node, group)) return true;
  ++statistics_.mutations;
  {
    const Stopwatch watch(options_.time_split, statistics_.mutating_seconds);
    if (!realize(node, group, sigma_)) return true;
  }
  const std::uint32_t depth = depth_ - 1;
  node.outside = group.outside;
  const Stopwatch watch(options_.time_split, statistics_.executing_seconds);
  const Position p = execute(node.current, group.good, group.choice, false, group.parts);
  if (appended_) {
    std::fill(std::ranges::copy(node.last_write, last_write_.begin()).out, last_write_.end(),
              kInitial);
    if (trace_[p].writes()) last_write_[trace_[p].location] = p;
  } else {
    execution_.note_last_writes();
  }
  const bool going_on = enter(p);
  if (!impossible_) nodes_[depth].fruitful = true;
  return going_on;
}

// A guess between two: the values that are left of a read are as large as those that were explored;
// and so are the node's other reads, if they have to be tried, or there is nothing in them.
double RvfExplorer::estimated_executions() const {
  return between_guesses(guess_from_nodes(false), guess_from_nodes(true));
}

double RvfExplorer::guess_from_nodes(bool other_reads) const {
  const auto done = static_cast<double>(progress_.executions());
  double rest = 0;  // of what is under way
  for (std::uint32_t i = depth_; i-- > 0;) {
    const Node& node = nodes_[i];
    const bool has_child = i + 1 < depth_;
    double size = rest + (has_child ? done - static_cast<double>(nodes_[i + 1].entered_at) : 0);
    if (i + 1 < last_size_.size() && last_size_[i + 1] != kWorthGiving)
      size = has_child ? (size + static_cast<double>(last_size_[i + 1])) / 2
                       : static_cast<double>(last_size_[i + 1]);
    rest += size * static_cast<double>(node.groups.size());
    if (other_reads && node.backtrack) rest += size * static_cast<double>(node.mutate.size());
  }
  return done + rest;
}

void RvfExplorer::leave() {
  last_size_.resize(std::max<std::size_t>(last_size_.size(), depth_), kWorthGiving);
  last_size_[depth_ - 1] = progress_.executions() - nodes_[depth_ - 1].entered_at;
  const Node& left = nodes_[depth_ - 1];
  if (left.entry != kUndefined && left.backtrack) nodes_[left.entry].backtrack = true;
  if (!nodes_[--depth_].fruitful) ++result_.executions.redundant;
}

// A maximal execution: no thread can read any more, or those that can may as well wait for ever,
// since what memory holds at the end of some run lets them iterate without effect. False: it is
// none.
// `stuck`, which has been judged, and the others.
void RvfExplorer::judge_ways_to_hang(std::span<const ThreadId> waiting,
                                     std::optional<Stuck> stuck) {
  for (std::vector<Stuck> known; stuck;) {
    if (on_stuck) on_stuck(*stuck);
    known.push_back(std::move(*stuck));
    stuck.reset();
    if (!progress_.stopped()) stuck = hangs_.find_stuck(waiting, known);
    if (stuck) endings_.judge_other_way(*stuck);
  }
}

bool RvfExplorer::finish_leaf() {
  std::vector<ThreadId> waiting;
  bool enters = false;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const ThreadId t{i};
    enters = enters || pending_[i].next == Next::Enters;
    if (pending_[i].next == Next::Chooses) return false;
    if (pending_[i].next != Next::Reads) continue;
    if (!may_wait(t)) return false;
    waiting.push_back(t);
  }
  if (enters) {
    judge_before_sections();
    return false;
  }
  std::optional<Stuck> stuck;
  if (!waiting.empty()) {
    stuck = hangs_.find_stuck(waiting);
    if (!stuck) {
      put_backs_.demand_unseen_after_looks(waiting);
      return false;
    }
  }
  put_backs_.demand_unseen_rounds();
  const std::uint64_t stands_for = equal_ ? count_renamings(stuck.has_value()) : 1;
  if (stands_for == 0) return false;
  if (!judge_lifetimes()) {
    endings_.errors().count(memory::Ending::Complete, stands_for);
    return true;
  }
  endings_.finish(*this, stands_for, stuck ? &*stuck : nullptr);
  if (options_.races && by_ == Groups::BySource && !progress_.stopped()) races_.check();
  judge_ways_to_hang(waiting, std::move(stuck));
  if (on_execution) on_execution(execution_.schedule_of(sigma_), names_);
  if (on_class) on_class(reads_from_class(execution_, &instance_));
  return true;
}

void RvfExplorer::cut_back(std::uint32_t length) {
  if (length == trace_.size()) return;
  execution_.cut(length);
  instance_.cut(length);
}

}  // namespace overtake::smc

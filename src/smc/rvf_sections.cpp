// Atomic sections in exploration by causal maps.
//
// A section is one operation of its thread that reads and writes several locations. It is entered
// when the thread is chosen, as a read is, and from then on only that thread's reads are taken up
// until it ends: each is a node of its own whose values are tried. In every run its events stand
// side by side (Event::glued), which the consistency library knows about; what the thread does in
// the section is put right after what it has done there before.
//
// *Causal maps.* After the section has been entered at a node N, the other reads of N must leave to
// it what it found there: the executions in which all that it reads comes from N or from itself. So
// a section whose causal map names N has to read something that N does not have, be it only once.
// Until that has happened the map stays, and its values are told apart by whether they have
// happened (`Group::outside`); a section that ends without it was explored from N.
//
// *Signals.* Let ρ be a run in which the section R obtains something that N does not have, r the
// first of R's reads to do so, and w the first operation outside N in ρ that may write r's
// location. Cut off what comes from w on (from the beginning of w's section on) and is not in N,
// and leave R where it is. R does the same up to r, which now obtains a write of N. So r is a node
// below N, and w is next for its thread, where it signals: by being executed, by being pending, or
// by being in a section that is pending and may write anything. What is signalled to a read of a
// section is signalled to the node at which the section was entered (`leave`).
//
// *Assumptions.* A section in which an assume is false, or exit is called, takes the whole run with
// it (memory/machine.h): it is as if the thread had waited with entering it. So does a section that
// has to wait (rvf_stuck.cpp).
#include <algorithm>
#include <utility>

#include "base/stopwatch.h"
#include "smc/rvf_explorer.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;

namespace {

bool only_writes(const Op& op) {
  return op.kind == OpKind::Store || op.is_fence() || op.kind == OpKind::AtomicBegin;
}

}  // namespace

// Whether the section that t is about to enter reads nothing. Then nothing in it has to be chosen,
// and it is part of extensions. The answer stands where locations of accesses do.
bool RvfExplorer::is_blind(ThreadId t) {
  std::uint32_t& known = execution_.states(t).location(trace_.length(t));
  if (known != ThreadStates::kUnknown) return known != 0;
  constexpr std::uint32_t kLongSection = 10'000;
  exec::Thread ahead = execution_.thread(t);
  for (std::uint32_t i = 0; i < kLongSection && ahead.ready() && only_writes(ahead.next()); ++i)
    executor_.resume(ahead, {});
  known = ahead.ready() && ahead.next().kind == OpKind::AtomicEnd ? 1 : 0;
  return known != 0;
}

// Synchronization, and what waits, is for careful explorations, where no turns are taken.
void RvfExplorer::demand_access(const Op& op) const {
  if (careful_ || (op.kind != OpKind::Sync && op.kind != OpKind::Join)) return;
  throw NeedsExhaustive{.construct = "synchronization inside an atomic section",
                        .source = op.source,
                        .careful = true};
}

ThreadId RvfExplorer::find_open_section() const {
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (execution_.in_section(ThreadId{i})) return ThreadId{i};
  return ThreadId::none();
}

// Where the next event of t belongs in a run of τ: into its section, or at the end.
StepOrder::iterator RvfExplorer::place_for(ThreadId t, StepOrder& order) const {
  if (!execution_.in_section(t)) return order.end();
  const auto last = std::ranges::find(order.rbegin(), order.rend(), RunStep(trace_.last(t)));
  return last.base();
}

// Whether the first i steps of the order end in the middle of a section.
bool RvfExplorer::splits_section(const StepOrder& order, std::uint32_t i) const {
  if (i == 0 || i == order.size()) return false;
  const TraceEvent& before = trace_[order[i - 1].position()];
  const TraceEvent& after = trace_[order[i].position()];
  return before.glued && after.thread == before.thread && after.index == before.index + 1;
}

// Line 22 for a read in a section. If the section is not the last thing that happens, or memory
// holds something else by then, whether there is a run depends on what the section writes next:
// extend_section finds out.
bool RvfExplorer::place_in_section(const Node& node, const Group& group, StepOrder& order) {
  const bool last = node.order.back() == RunStep(trace_.last(node.current));
  appended_ = options_.rvf.guidance && last && append(node, group, order);
  unsettled_ = !appended_;
  if (appended_) {
    ++statistics_.by_order;
  } else {
    order.assign(node.order.begin(), node.order.end());
    order.insert(place_for(node.current, order), RunStep(trace_.size()));
  }
  return true;
}

// Whether what the read obtains is written over in the same step.
bool RvfExplorer::updates(Position read) const {
  const TraceEvent* e = &trace_[read];
  const std::uint32_t location = e->location;
  while (!e->writes() || e->location != location) {
    if (!e->glued || e->index + 1 >= trace_.length(e->thread)) return false;
    e = &trace_[trace_.position(e->thread, e->index + 1)];
  }
  return true;
}

bool RvfExplorer::only_source(Position read, Position& source) const {
  const auto& good = instance_.good_of(read);
  if (good.size() != 1) return false;
  source = position_of(good.front());
  return true;
}

// Whether t's last section updates a write that another atomic step updates: only one of the two
// can be right after it.
bool RvfExplorer::is_overtaken(ThreadId t) const {
  for (std::uint32_t i = trace_.length(t); i-- > 0;) {
    const Position p = trace_.position(t, i);
    if (!trace_[p].glued && i + 1 < trace_.length(t)) return false;  // only the end is not glued
    Position mine = kInitial;
    if (!trace_[p].reads() || !updates(p) || !only_source(p, mine)) continue;
    for (Position r : trace_.reads_on(trace_[p].location)) {
      Position theirs = kInitial;
      if (trace_[r].thread != t && only_source(r, theirs) && theirs == mine && updates(r))
        return true;
    }
  }
  return false;
}

// Line 1 for a thread in a section. What it writes there may keep a read of another thread from
// what that has obtained: then another run has to be found. False: there is none.
bool RvfExplorer::extend_section(ThreadId t) {
  bool in_the_middle = unsettled_;
  unsettled_ = false;
  while (execution_.in_section(t)) {
    pending_[t.index()] = next_of(t);
    if (pending_[t.index()].next != Next::Extends) break;
    const auto at = place_for(t, sigma_) - sigma_.begin();
    const bool last = at == static_cast<std::ptrdiff_t>(sigma_.size());
    const Position p = execute(t, {}, 0, true);
    sigma_.insert(sigma_.begin() + at, RunStep(p));
    if (!trace_[p].writes()) continue;
    last_write_[trace_[p].location] = p;
    in_the_middle = in_the_middle || !last;
  }
  if (!in_the_middle) return true;
  if (is_overtaken(t)) return false;
  const Stopwatch watch(options_.time_split, statistics_.verifying_seconds);
  const bool realizable = ask(sigma_, {}, sigma_);
  progress_.note_verdict(verifier_.statistics());
  if (realizable) execution_.note_last_writes();
  return realizable;
}

// Whether the section that the last value belongs to is over and has read nothing but what was
// there when it was explored first.
bool RvfExplorer::was_explored(const Node& parent) const {
  return in_or_at_section(parent) && !inside_.valid() && !parent.outside &&
         parent.causal[parent.current.index()] != kUndefined;
}

// Whether the thread has assumed something false in its section, called exit there, or is in a loop
// that waits: no execution is like that. Nothing below could signal, so the node that entered it
// asks for no signal.
bool RvfExplorer::was_cut_short(const Node& parent) {
  if (!in_or_at_section(parent)) return false;
  const ThreadId t = parent.current;
  const Status status = execution_.thread(t).status();
  if (status != Status::Assumed && status != Status::Exited && status != Status::Spinning)
    return false;
  if (!trace_[trace_.last(t)].glued) return false;
  judge_in_section(t);
  if (status == Status::Spinning) report_stuck(t, trace_.last(t), {});
  (parent.entry != kUndefined ? nodes_[parent.entry] : nodes_[depth_ - 1]).backtrack = true;
  return true;
}

// Only sections are left to be entered, and perhaps none of them can ever come to its end: then no
// execution lies below, and yet what has gone wrong so far has.
void RvfExplorer::judge_before_sections() {
  endings_.errors().set_counts(false);
  const bool may_fail = judge_lifetimes();
  if (may_fail && options_.races && by_ == Groups::BySource && !progress_.stopped())
    races_.check();
  for (std::size_t i = 0; i < threads_.size() && may_fail; ++i) {
    const ThreadId t{i};
    if (execution_.started(t) && execution_.thread(t).status() == Status::Failed)
      endings_.report(execution_.thread(t).error(), t, {});
  }
  endings_.errors().set_counts(true);
}

// The section of t takes the run with it, and what has gone wrong in it so far has. Nothing that
// others do depends on it, so what goes wrong elsewhere does so if the section is not entered. Its
// own events, and those before them, are a run; those of others that come after it are none.
void RvfExplorer::judge_in_section(ThreadId t) {
  const Position last = trace_.last(t);
  std::vector<Position> events;
  for (Position p = last; p != kInitial && trace_[p].thread == t && trace_[p].glued;
       p = trace_[p].predecessor)
    events.push_back(p);
  const auto in_section = [&](Position p) { return std::ranges::find(events, p) != events.end(); };
  endings_.errors().set_counts(false);
  StepOrder order;
  for (const auto& [object, f] : ended_) {
    for (const Position p : events) {
      if (trace_[f].thread == t || progress_.stopped()) break;
      const bool twice = std::ranges::find(ended_, std::pair{object, p}) != ended_.end();
      if (!twice && execution_.lifetimes().accessed(p) != object) continue;
      if (endings_.errors().count_again(lifetime_error(p, object, twice), execution_.thread(t)))
        continue;
      const std::pair<Position, Position> free_first{f, p};
      if (order_with({&free_first, 1}, order)) report_violation(order, first_violation(order));
    }
  }
  endings_.errors().set_counts(true);
  if (!options_.races || by_ != Groups::BySource || progress_.stopped()) return;
  const StepOrder known = sigma_;
  races_.check([&](Position a, Position b) {
    if (in_section(a)) std::swap(a, b);
    if (in_section(a) || !in_section(b)) return false;
    const std::pair<Position, Position> other_first{a, b};
    if (!order_with({&other_first, 1}, sigma_)) return false;
    const auto place = std::ranges::find(sigma_, RunStep(b)) - sigma_.begin();
    const Violation violation = first_violation(sigma_);
    return violation.steps == 0 || static_cast<std::ptrdiff_t>(violation.steps) > place + 1;
  });
  sigma_ = known;
}

bool RvfExplorer::in_or_at_section(const Node& node) const {
  return node.entry != kUndefined || node.pending[node.current.index()].next == Next::Enters;
}

// What a read in a section finds is known if the section has been at the location before.
bool RvfExplorer::agrees_with_section(ThreadId t, std::uint32_t location, Position write) const {
  for (std::uint32_t i = trace_.length(t); i-- > 0;) {
    const Position p = trace_.position(t, i);
    const TraceEvent& e = trace_[p];
    if (!e.glued) return true;
    if (e.location != location) continue;
    if (e.writes()) return write == p;
    if (!e.reads()) continue;
    const auto& good = instance_.good_of(p);
    return std::ranges::find(good, event_of(write)) != good.end();
  }
  return true;
}

// A pending section may write anything that its thread may write.
void RvfExplorer::signal_section(ThreadId t) {
  const bool known = result_.executions.redundant >= options_.rvf.patience && writers_.know();
  const Position from = trace_.last(t);
  for (std::uint32_t depth = 0; depth < depth_; ++depth) {
    Node& node = nodes_[depth];
    if (node.backtrack || !node.writes || node.location == kNowhere || node.current == t) continue;
    if (from != kInitial && node.length < trace_.size() && trace_.before(node.length, from))
      continue;
    if (known && writers_.id_of(t).valid() && !writers_.may_write(writers_.id_of(t), node.location))
      continue;
    node.backtrack = true;
  }
}

}  // namespace overtake::smc

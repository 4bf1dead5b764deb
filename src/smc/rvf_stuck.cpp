// Atomic sections that have to wait: for a lock, a value, a signal, the end of a thread.
//
// Nothing of other threads can come into a section, so one that has to wait does so for ever, and
// the run is over: no execution is like that (memory/machine.h), but it is a deadlock, or a hang.
// So where a section waits, what lets it go on and what does not are values of a read, told apart
// as others are. With a value that does not, the value has no child: a run is asked for in which
// the section finds it, and what comes after the section in that run is left out.
//
// *No error is lost.* Let ρ be a run that ends like that. As long as a read of a node other than
// those of the section is in ρ, the first one leads to a child. Then the section is the first: what
// it reads comes from the node. Events of the node that are not in ρ are put after the section.
//
// *Stopped threads.* The waiting is no error if a thread has failed, assumed something false or
// called exit before, as it may be what is waited for. So it is asked for a run in which what
// stopped these threads comes after the section.
//
// *What is no value.* A join, a barrier and a condition variable are waited for by events: the end
// of a thread, the arrivals of a round, a signal. If they are in the node, the section may still
// come before one of them. In its causal map they count as writes that it reads.
//
// *Signals.* Nothing is signalled below such a value: the node that entered the section tries its
// other reads as well.
#include <algorithm>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;

bool RvfExplorer::waits_for_events(const Op& op) {
  return op.kind == OpKind::Join || exec::only_waits(op);
}

// The events of others that let t go on, as far as they are there.
std::vector<Position> RvfExplorer::awaited(ThreadId t) {
  const Op& op = execution_.thread(t).next();
  std::vector<Position> events;
  if (op.kind == OpKind::Join) {
    const ThreadId target{op.operand.lo};
    if (execution_.started(target) && execution_.thread(target).status() == Status::Ended)
      events.push_back(trace_.last(target));
  } else if (op.sync() == ir::SyncOp::BarrierAwait) {
    events = execution_.wakeups().round_of(t, op);
  } else {
    const Position waker = execution_.wakeups().waker(t, execution_.resolve_next(t).location);
    if (waker != kInitial) events.push_back(waker);
  }
  std::erase_if(events, [&](Position p) { return trace_[p].thread == t; });
  return events;
}

// To go on, if that is possible, and to wait for ever.
void RvfExplorer::collect_waits(Node& node) {
  const ThreadId t = node.current;
  const std::vector<Position> events = awaited(t);
  const bool goes_on = execution_.can_run(t);
  if (!goes_on || !events.empty()) node.groups.push_back({.choice = Group::kStuck});
  if (!goes_on) return;
  const bool outside =
      node.causal[t.index()] != kUndefined &&
      std::ranges::any_of(events, [&](Position p) { return !forbidden(node, t, p); });
  node.groups.push_back({.outside = outside});
}

// Always true: the exploration is not interrupted by this.
bool RvfExplorer::judge_stuck(Node& node, const Group& group) {
  nodes_[node.entry].backtrack = true;
  const ThreadId t = node.current;
  sigma_.assign(node.order.begin(), node.order.end());
  if (trace_.last(t) != kInitial) judge_in_section(t);
  if (progress_.stopped()) return true;
  if (node.location == kNowhere) {
    report_stuck(t, trace_.last(t), execution_.can_run(t) ? awaited(t) : std::vector<Position>{});
    return true;
  }
  const Position p = trace_.size();
  const Event looks{.kind = EventKind::AtomicRead,
                    .drain = Drain::All,
                    .thread = t,
                    .location = LocationId{node.location}};
  instance_.add(p, looks, trace_.last(t), group.good, group.parts);
  report_stuck(t, p, {});
  instance_.cut(p);
  return true;
}

// A thread that t has spawned in the section that it is in, and that fails before its first
// operation: local steps are none, so it does not wait for the end of the section.
ThreadId RvfExplorer::failed_in_section(ThreadId t) const {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId other{i};
    if (!execution_.started(other) || execution_.thread(other).status() != Status::Failed ||
        trace_.length(other) != 0)
      continue;
    for (Position p = trace_.last(t); p != kInitial && trace_[p].thread == t && trace_[p].glued;
         p = trace_[p].predecessor)
      if (p == trace_.spawn(other)) return other;
  }
  return ThreadId::none();
}

// The section of t comes to `from`, where it waits, and before one of the events that it waits for
// if there are any.
void RvfExplorer::report_stuck(ThreadId t, Position from, std::span<const Position> awaited) {
  const ThreadId failed = failed_in_section(t);
  const ThreadId to_blame = failed.valid() ? failed : t;
  const exec::Thread& thread = execution_.thread(to_blame);
  const bool hangs = thread.status() == Status::Spinning || is_await(thread.next());
  const auto error =
      failed.valid()
          ? thread.error()
          : *memory::stuck_error(thread, hangs ? memory::Ending::Hang : memory::Ending::Deadlock);
  endings_.errors().set_counts(false);
  const bool known = endings_.errors().count_again(error, thread);
  std::vector<std::pair<Position, Position>> edges;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId other{i};
    if (other == t || other == failed || !execution_.started(other)) continue;
    const Status status = execution_.thread(other).status();
    if (status != Status::Ready && status != Status::Ended && status != Status::Spinning)
      edges.emplace_back(from, trace_.last(other));
  }
  // An access that comes too late is another error, so objects live until then (judge_in_section).
  for (const auto& [object, f, p] : execution_.lifetimes().races())
    if (trace_[f].thread != t || !trace_[f].glued) edges.emplace_back(p, f);
  StepOrder order;
  bool found = false;
  if (!known && awaited.empty()) found = order_with(edges, order);
  for (std::size_t i = 0; i < awaited.size() && !known && !found; ++i) {
    edges.emplace_back(from, awaited[i]);
    found = order_with(edges, order);
    edges.pop_back();
  }
  if (found) {
    const auto last = std::ranges::find(order, RunStep(trace_.last(t)));
    order.erase(last + 1, order.end());
    if (first_violation(order).steps == 0)
      endings_.report(error, to_blame, execution_.schedule_of(order));
  }
  endings_.errors().set_counts(true);
}

}  // namespace overtake::smc

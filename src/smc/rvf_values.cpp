#include "smc/rvf_values.h"

#include <algorithm>

#include "smc/rvf_rounds.h"
#include "smc/rvf_turns.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;

void RvfValues::locate(RvfNode& node) const {
  const RvfPending& pending = node.pending[node.current.index()];
  node.location = pending.location;  // RvfPending::kNowhere for a choice
  // A section may write anything. A torn read is told of operations that may write as well: one
  // that would have written between two writes to parts of it need not write below it.
  node.writes = pending.writes || node.entry != RvfNode::kUndefined ||
                (node.location != RvfPending::kNowhere && torn_.is_torn(node.location));
}

// Lines 17-18: calls visit(write) for each write that the next operation of t may obtain.
template <class Visit>
void RvfValues::visit_sources(const RvfNode& node, ThreadId t, Visit visit) {
  const Op& op = execution_.thread(t).next();
  const std::uint32_t location = node.pending[t.index()].location;
  const bool inside = t == sections_.inside;
  const bool may_be_first = inside || !node.has_map(t);
  if (!inside && trace_.writes_on(location).empty()) {
    if (may_be_first) visit(kInitial);
    return;
  }
  const Reader reader{t, trace_.last(t), location};
  hidden_.look_from(reader);
  const bool turns = !execution_.rules().careful && RvfTurns::takes_turns(op);
  const Position last = turns ? node.last_write[location] : kInitial;
  const auto consider = [&](Position write) {
    if (inside && !sections_.agrees(t, location, write)) return;
    const bool writes = exec::apply(op, execution_.value_at(location, write), t).writes;
    if (writes && (turns ? write != last : taken(location, write))) return;
    if (!hidden_.hides(write)) visit(write);
  };
  if (may_be_first) consider(kInitial);
  for (std::size_t i = 0; i < trace_.thread_count(); ++i) {
    const std::vector<Position>& writes = trace_.writes_on(location, ThreadId{i});
    const std::size_t settled = hidden_.settled_of(i);
    for (std::size_t k = settled == 0 ? 0 : settled - 1; k < writes.size(); ++k)
      if (inside || !stack_.forbids(node, t, trace_[writes[k]])) consider(writes[k]);
  }
}

void RvfValues::visit_torn(const RvfNode& node, ThreadId t,
                           const std::function<void(RvfGroup)>& visit) {
  const bool inside = t == sections_.inside;
  torn_.visit(node, t, inside, [&](RvfGroup group) {
    if (waits_.has_to_wait(t, group.value)) {
      if (!inside) return;
      group.choice = RvfGroup::kStuck;
    }
    visit(std::move(group));
  });
}

bool RvfValues::has_value(const RvfNode& node, ThreadId t) {
  const std::uint32_t location = node.pending[t.index()].location;
  bool found = false;
  if (torn_.is_torn(location)) {
    visit_torn(node, t, [&](const RvfGroup&) { found = true; });
    return found;
  }
  visit_sources(node, t, [&](Position write) {
    if (found) return;
    const exec::Value value = execution_.value_at(location, write);
    found = !waits_.has_to_wait(t, value, write);
  });
  return found;
}

void RvfValues::collect(RvfNode& node) {
  const ThreadId t = node.current;
  const Op& op = execution_.thread(t).next();
  node.groups.clear();
  locate(node);
  if (op.kind == OpKind::AtomicBegin) return node.groups.assign(1, {});
  if (op.kind == OpKind::Choose) {
    for (auto c = static_cast<std::uint32_t>(op.operand.lo); c-- > 0;)
      node.groups.push_back({.choice = c});
    return;
  }
  if (t == sections_.inside && RvfSections::waits_for_events(op)) return collect_waits(node);
  if (arrives(execution_, t)) return collect_round(node);
  if (torn_.is_torn(node.location))
    visit_torn(node, t, [&](RvfGroup group) { node.groups.push_back(std::move(group)); });
  else
    visit_sources(node, t, [&](Position write) { add(node, write); });
  add_choices(node);
}

// For events: to continue, if that is possible, and to wait for ever.
void RvfValues::collect_waits(RvfNode& node) {
  const ThreadId t = node.current;
  const std::vector<Position> events = sections_.awaited(t);
  const bool can_run = execution_.can_run(t);
  if (!can_run || !events.empty()) node.groups.push_back({.choice = RvfGroup::kStuck});
  if (!can_run) return;
  const bool outside = node.has_map(t) && std::ranges::any_of(events, [&](Position p) {
                         return !stack_.forbids(node, t, trace_[p]);
                       });
  node.groups.push_back({.outside = outside});
}

// An arrival: its round, unless the causal map forbids it.
void RvfValues::collect_round(RvfNode& node) {
  const ThreadId t = node.current;
  const bool inside = t == sections_.inside;
  const bool mapped = node.has_map(t);
  const bool forbidden =
      mapped && has_round_of(execution_, t, stack_.nodes[node.causal[t.index()]].length);
  if (inside || !forbidden) node.groups.assign(1, {.outside = inside && mapped && !forbidden});
}

// Operations that choose do so for each value.
void RvfValues::add_choices(RvfNode& node) const {
  const Op& op = execution_.thread(node.current).next();
  for (std::size_t i = 0, values = node.groups.size(); i < values; ++i) {
    if (node.groups[i].choice == RvfGroup::kStuck) continue;
    const std::uint32_t choices = exec::apply(op, node.groups[i].value, node.current).choices;
    for (std::uint32_t c = 1; c < choices; ++c) {
      node.groups.push_back(node.groups[i]);
      node.groups.back().choice = c;
    }
  }
}

// Two atomic operations cannot both write over the same write: whether another one has no choice.
bool RvfValues::taken(std::uint32_t location, Position write) const {
  return std::ranges::any_of(trace_.reads_on(location), [&](Position r) {
    if (trace_[r].kind != EventKind::Rmw) return false;
    const auto& good = instance_.good_of(r);
    return good.size() == 1 && good.front() == event_of(write);
  });
}

void RvfValues::add(RvfNode& node, Position write) {
  const ThreadId t = node.current;
  const exec::Value value = execution_.value_at(node.location, write);
  const bool outside = t == sections_.inside && node.has_map(t) && write != kInitial &&
                       trace_[write].thread != t && !stack_.forbids(node, t, trace_[write]);
  for (RvfGroup& group : node.groups)
    if (by_ == Groups::ByValue && group.value == value && group.outside == outside)
      return group.good.push_back(write);
  const bool waits = waits_.has_to_wait(t, value, write);
  if (!waits || t == sections_.inside)
    node.groups.push_back({value, {write}, waits ? RvfGroup::kStuck : 0, outside});
}

}  // namespace overtake::smc

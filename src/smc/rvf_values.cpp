// What a thread does next, and which values its read may be given (lines 17-21 of algorithm 2).
//
// Every operation that reads is a read here: loads, atomic operations, and operations that wait,
// such as taking a lock, for the values with which they need not wait.
//
// Operations that write the word of a lock, semaphore, ... take turns: each finds what the one
// before it left. The order of those turns is fixed (RVF, appendix A: single good releases), so the
// next one can only come at its end, and it depends on the events only, not on the run, whether a
// word lets a waiting thread continue. Every other write of such a word (its initialization, its
// destruction) has to be ordered with all of them.
#include <algorithm>

#include "ir/sync_table.h"
#include "smc/classes.h"
#include "smc/rvf_explorer.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using ir::SyncOp;

namespace {

constexpr const char* kWrittenLock = "a lock that is written while others may wait for it";

// Whether the operation is a turn at the word of a lock, a semaphore or the like.
bool takes_turns(const Op& op) {
  return op.kind == OpKind::Sync && ir::sync_row(op.sync()).takes_turns;
}

}  // namespace

RvfExplorer::Pending RvfExplorer::next_of(ThreadId t) {
  if (!execution_.started(t) || !execution_.thread(t).ready()) return {};
  const Op& op = execution_.thread(t).next();
  if (op.kind == OpKind::AtomicBegin) {
    sections_ = true;
    return {is_blind(t) ? Next::Extends : Next::Enters, true};
  }
  if (sections_ && execution_.in_section(t)) {
    demand_access(op);
    if (waits_for_events(op)) return {Next::Chooses};
  }
  if (op.kind == OpKind::Choose) return {op.operand.lo > 1 ? Next::Chooses : Next::Extends};
  if (!op.is_access()) return {Next::Extends};
  const CurrentExecution::Resolved r = execution_.resolve_next(t);
  if (!r.ok) return {Next::Extends};  // it fails
  const bool writes = exec::may_write(op);
  if (careful_ && is_arrival(op)) {
    demand_barrier(op, r.location);
    return {Next::Reads, true, r.location};
  }
  if (!records_source(op)) return {Next::Extends, writes, r.location};
  if (careful_ || op.kind != OpKind::Sync || is_await(op)) return {Next::Reads, writes, r.location};
  if (takes_turns(op)) demand_chain({t, trace_.last(t), r.location}, op);
  const exec::Value now = execution_.value_at(r.location, last_write_[r.location]);
  return {exec::apply(op, now, t).blocked ? Next::Waits : Next::Reads, writes, r.location};
}

// Whether the write only hands on what it found, or gives back what its thread took.
bool RvfExplorer::is_link(Position write) const {
  const TraceEvent& e = trace_[write];
  const Op& op = execution_.op_of(write);
  if (takes_turns(op)) return true;
  if (e.kind != EventKind::Write) return false;
  // A spin lock is released by a store: of the thread that took it last.
  const std::vector<Position>& own = trace_.writes_on(e.location, e.thread);
  const auto at = std::find(own.begin(), own.end(), write);
  if (at == own.begin()) return false;
  const Op& before = execution_.op_of(*(at - 1));
  return before.is(SyncOp::SpinLock);
}

void RvfExplorer::demand_chain(const Reader& reader, const Op& op) {
  if (reader.location >= chain_.size()) chain_.resize(reader.location + 1);
  chain_[reader.location] = true;
  for (Position w : trace_.writes_on(reader.location))
    if (!is_link(w) && (reader.predecessor == kInitial || !trace_.before(w, reader.predecessor)))
      throw NeedsExhaustive{.construct = kWrittenLock, .source = op.source, .careful = true};
}

void RvfExplorer::demand_alone(Position write) {
  if (is_link(write)) return;
  const std::uint32_t location = trace_[write].location;
  for (const auto* others : {&trace_.writes_on(location), &trace_.reads_on(location)})
    for (Position p : *others)
      if (!trace_.before(p, write))
        throw NeedsExhaustive{
            .construct = kWrittenLock, .source = execution_.op_of(write).source, .careful = true};
}

void RvfExplorer::locate_read(Node& node) {
  const Pending& pending = node.pending[node.current.index()];
  node.location = pending.location;  // kNowhere for a choice
  // A section may write anything. A torn read is told of operations that may write as well: one
  // that would have written between two writes to parts of it need not write below it.
  node.writes = pending.writes || node.entry != kUndefined ||
                (node.location != kNowhere && is_torn(node.location));
}

// Lines 17-18: visible writes that the causal map does not forbid.
template <class Visit>
void RvfExplorer::visit_sources(const Node& node, ThreadId t, Visit visit) {
  const Op& op = execution_.thread(t).next();
  const std::uint32_t location = node.pending[t.index()].location;
  const bool inside = t == inside_;
  const bool may_be_first = inside || node.causal[t.index()] == kUndefined;
  if (!inside && trace_.writes_on(location).empty()) {
    if (may_be_first) visit(kInitial);
    return;
  }
  const Reader reader{t, trace_.last(t), location};
  hidden_.look_from(reader);
  const bool turns = !careful_ && takes_turns(op);
  const Position last = turns ? node.last_write[location] : kInitial;
  const auto consider = [&](Position write) {
    if (inside && !agrees_with_section(t, location, write)) return;
    const bool writes = exec::apply(op, execution_.value_at(location, write), t).writes;
    if (writes && (turns ? write != last : taken(location, write))) return;
    if (!hidden_.hides(write)) visit(write);
  };
  if (may_be_first) consider(kInitial);
  for (std::size_t i = 0; i < trace_.thread_count(); ++i) {
    const std::vector<Position>& writes = trace_.writes_on(location, ThreadId{i});
    const std::size_t settled = hidden_.settled_of(i);
    for (std::size_t k = settled == 0 ? 0 : settled - 1; k < writes.size(); ++k)
      if (inside || !forbidden(node, t, writes[k])) consider(writes[k]);
  }
}

// Whether there is a value with which t, which may wait, need not wait.
bool RvfExplorer::has_value(const Node& node, ThreadId t) {
  const std::uint32_t location = node.pending[t.index()].location;
  bool found = false;
  if (is_torn(location)) {
    visit_torn(node, t, [&](const Group&) { found = true; });
    return found;
  }
  visit_sources(node, t, [&](Position write) {
    if (found) return;
    const exec::Value value = execution_.value_at(location, write);
    found = !has_to_wait(t, value, write);
  });
  return found;
}

// ... grouped by value.
void RvfExplorer::collect_values(Node& node) {
  const ThreadId t = node.current;
  const Op& op = execution_.thread(t).next();
  node.groups.clear();
  locate_read(node);
  if (op.kind == OpKind::AtomicBegin) return node.groups.assign(1, {});
  if (op.kind == OpKind::Choose) {
    for (auto c = static_cast<std::uint32_t>(op.operand.lo); c-- > 0;)
      node.groups.push_back({.choice = c});
    return;
  }
  if (t == inside_ && waits_for_events(op)) return collect_waits(node);
  if (arrives(t)) {
    const std::uint32_t map = node.causal[t.index()];
    const bool forbidden = round_is_forbidden(t, map);
    if (t == inside_) node.groups.assign(1, {.outside = map != kUndefined && !forbidden});
    if (t != inside_ && !forbidden) node.groups.assign(1, {});
    return;
  }
  if (is_torn(node.location))
    visit_torn(node, t, [&](Group group) { node.groups.push_back(std::move(group)); });
  else
    visit_sources(node, t, [&](Position write) { add_value(node, write); });
  // Operations that choose do so for each value.
  for (std::size_t i = 0, values = node.groups.size(); i < values; ++i) {
    if (node.groups[i].choice == Group::kStuck) continue;
    const std::uint32_t choices = exec::apply(op, node.groups[i].value, t).choices;
    for (std::uint32_t c = 1; c < choices; ++c) {
      node.groups.push_back(node.groups[i]);
      node.groups.back().choice = c;
    }
  }
}

// Two atomic operations cannot both write over the same write: whether another one has no choice.
bool RvfExplorer::taken(std::uint32_t location, Position write) const {
  return std::ranges::any_of(trace_.reads_on(location), [&](Position r) {
    if (trace_[r].kind != EventKind::Rmw) return false;
    const auto& good = instance_.good_of(r);
    return good.size() == 1 && good.front() == event_of(write);
  });
}

void RvfExplorer::add_value(Node& node, Position write) {
  const ThreadId t = node.current;
  const exec::Value value = execution_.value_at(node.location, write);
  const bool outside = t == inside_ && node.causal[t.index()] != kUndefined && write != kInitial &&
                       trace_[write].thread != t && !forbidden(node, t, write);
  for (Group& group : node.groups)
    if (by_ == Groups::ByValue && group.value == value && group.outside == outside)
      return group.good.push_back(write);
  const bool waits = has_to_wait(t, value, write);
  if (!waits || t == inside_)
    node.groups.push_back({value, {write}, waits ? Group::kStuck : 0, outside});
}

// Whether the node's causal map forbids t's next read the write.
bool RvfExplorer::forbidden(const Node& node, ThreadId t, Position write) const {
  const std::uint32_t depth = node.causal[t.index()];
  if (depth == kUndefined) return false;
  const auto& counts = nodes_[depth].counts;
  const std::size_t author = trace_[write].thread.index();
  return author < counts.size() && trace_[write].index < counts[author];
}

}  // namespace overtake::smc

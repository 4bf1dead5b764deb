#include "smc/rvf_sections.h"

#include <algorithm>

#include "smc/needs.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;

namespace {

bool only_writes(const Op& op) {
  return op.kind == OpKind::Store || op.is_fence() || op.kind == OpKind::AtomicBegin;
}

}  // namespace

// The answer stands where locations of accesses do.
bool RvfSections::is_blind(ThreadId t) {
  std::uint32_t& known = execution_.states(t).location(trace_.length(t));
  if (known != ThreadStates::kUnknown) return known != 0;
  constexpr std::uint32_t kLongSection = 10'000;
  exec::Thread ahead = execution_.thread(t);
  for (std::uint32_t i = 0; i < kLongSection && ahead.ready() && only_writes(ahead.next()); ++i)
    execution_.executor().resume(ahead, {});
  known = ahead.ready() && ahead.next().kind == OpKind::AtomicEnd ? 1 : 0;
  return known != 0;
}

void RvfSections::demand_access(const Op& op) const {
  if (execution_.rules().careful || (op.kind != OpKind::Sync && op.kind != OpKind::Join)) return;
  throw NeedsExhaustive{.construct = "synchronization inside an atomic section",
                        .source = op.source,
                        .careful = true};
}

ThreadId RvfSections::find_open() const {
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (execution_.in_section(ThreadId{i})) return ThreadId{i};
  return ThreadId::none();
}

StepOrder::iterator RvfSections::place_for(ThreadId t, StepOrder& order) const {
  if (!execution_.in_section(t)) return order.end();
  const auto last = std::ranges::find(order.rbegin(), order.rend(), RunStep(trace_.last(t)));
  return last.base();
}

bool RvfSections::splits(const StepOrder& order, std::uint32_t i) const {
  if (i == 0 || i == order.size()) return false;
  const TraceEvent& before = trace_[order[i - 1].position()];
  const TraceEvent& after = trace_[order[i].position()];
  return before.glued && after.thread == before.thread && after.index == before.index + 1;
}

// Whether what the read obtains is written over in the same step.
bool RvfSections::updates(Position read) const {
  const TraceEvent* e = &trace_[read];
  const std::uint32_t location = e->location;
  while (!e->writes() || e->location != location) {
    if (!e->glued || e->index + 1 >= trace_.length(e->thread)) return false;
    e = &trace_[trace_.position(e->thread, e->index + 1)];
  }
  return true;
}

bool RvfSections::only_source(Position read, Position& source) const {
  const auto& good = instance_.good_of(read);
  if (good.size() != 1) return false;
  source = position_of(good.front());
  return true;
}

bool RvfSections::is_overtaken(ThreadId t) const {
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

bool RvfSections::agrees(ThreadId t, std::uint32_t location, Position write) const {
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

bool RvfSections::waits_for_events(const Op& op) {
  return op.kind == OpKind::Join || exec::only_waits(op);
}

std::vector<Position> RvfSections::awaited(ThreadId t) {
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

}  // namespace overtake::smc

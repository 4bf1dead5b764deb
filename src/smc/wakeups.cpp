#include "smc/wakeups.h"

#include <algorithm>

#include "ir/sync_table.h"
#include "smc/current_execution.h"
#include "smc/needs.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;
using ir::SyncOp;

bool may_block(const Op& op) {
  if (op.kind != OpKind::Sync) return false;
  const ir::SyncRow& row = ir::sync_row(op.sync());
  return row.waits == ir::Waits::ForValue && row.writes;
}

exec::Value Wakeups::barrier_value(std::uint32_t location, Position length) const {
  const Trace& trace = execution_.trace();
  Position initialized = kInitial;
  for (Position w : trace.writes_on(location))
    if (w < length) initialized = w;
  exec::Value v = execution_.value_at(location, initialized);
  for (Position p = initialized == kInitial ? 0 : initialized; p < length; ++p)
    if (trace[p].location == location && execution_.op_of(p).is(SyncOp::BarrierArrive))
      v = exec::apply(execution_.op_of(p), v, trace[p].thread).written;
  return v;
}

std::uint64_t Wakeups::round_at(const exec::Op& op, std::uint32_t location, Position length) const {
  return exec::apply(op, barrier_value(location, length), ThreadId{0}).result.lo;
}

std::vector<Position> Wakeups::arrivals(std::uint32_t location, std::uint64_t round,
                                        Position length) const {
  const Trace& trace = execution_.trace();
  Position begin = 0;
  Position end = trace.size();
  for (Position w : trace.writes_on(location)) {
    if (w < length) begin = w;
    if (w > length) end = std::min(end, w);
  }
  std::vector<Position> out;
  for (Position p = begin; p < end; ++p) {
    const TraceEvent& e = trace[p];
    if (e.location == location && e.written.lo == round &&
        execution_.op_of(p).is(SyncOp::BarrierArrive))
      out.push_back(p);
  }
  return out;
}

// The last event of t that did `which` to the word of `op`; kInitial: none.
Position Wakeups::last_of(ThreadId t, SyncOp which, const Op& op) const {
  const Trace& trace = execution_.trace();
  for (std::uint32_t i = trace.length(t); i-- > 0;) {
    const Position p = trace.position(t, i);
    if (execution_.op_of(p).is(which) && execution_.op_of(p).address == op.address) return p;
  }
  return kInitial;
}

std::vector<Position> Wakeups::round_of(ThreadId t, const Op& op) const {
  const Trace& trace = execution_.trace();
  const Position own = last_of(t, SyncOp::BarrierArrive, op);
  if (own == kInitial) return {};
  return arrivals(trace[own].location, trace[own].written.lo, own);
}

Position Wakeups::waker(ThreadId t, std::uint32_t location) const {
  const Trace& trace = execution_.trace();
  const std::uint64_t me = std::uint64_t{1} << (t.value & 63);
  const std::vector<Position>& writes = trace.writes_on(location);
  Position enqueued = kInitial;
  for (Position p : writes)
    if (trace[p].thread == t && execution_.op_of(p).is(SyncOp::CondEnqueue)) enqueued = p;
  for (Position p : writes) {
    // An event that ended an earlier wait comes before the last one began.
    if (trace[p].kind != EventKind::Rmw || enqueued == kInitial || trace.before(p, enqueued))
      continue;
    if ((trace[p].read.lo & me) != 0 && (trace[p].written.lo & me) == 0) return p;
  }
  return kInitial;
}

bool Wakeups::let_go(ThreadId t, const Op& op) const {
  const Trace& trace = execution_.trace();
  if (op.kind != OpKind::Sync) return false;
  switch (op.sync()) {
    case SyncOp::CondAwait:
    case SyncOp::CondCancel: {
      const Position own = last_of(t, SyncOp::CondEnqueue, op);
      return own == kInitial || waker(t, trace[own].location) != kInitial;
    }
    case SyncOp::BarrierAwait: {
      const std::vector<Position> round = round_of(t, op);
      return round.empty() || round.size() >= execution_.op_of(round.front()).operand.lo;
    }
    default:
      return false;
  }
}

bool CurrentExecution::can_run(ThreadId t) {
  if (!started(t) || !thread(t).ready()) return false;
  const Op& op = thread(t).next();
  switch (op.kind) {
    case OpKind::Join: {
      if (op.operand.lo >= threads_.size() || !started(ThreadId{op.operand.lo})) return true;
      return thread(ThreadId{op.operand.lo}).status() == Status::Ended;
    }
    case OpKind::Sync: {
      if (is_await(op)) {
        if (!rules_.stops_spinning) throw NeedsCausalMaps{};
        throw NeedsExhaustive{"waiting for a value to change", op.source};
      }
      if (exec::only_waits(op)) return wakeups_.let_go(t, op);
      const Resolved r = resolve_next(t);
      if (!r.ok) return true;
      const exec::Value v = op.sync() == SyncOp::BarrierArrive
                                ? wakeups_.barrier_value(r.location, trace_.size())
                                : value_at(r.location, last_write[r.location]);
      return !exec::apply(op, v, t).blocked;
    }
    default:
      return true;
  }
}

}  // namespace overtake::smc

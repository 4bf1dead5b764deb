// What threads wait for: whether an operation can happen, and which events have let a thread go.
//
// Threads that wait on a condition variable or at a barrier are let go by events of others; after
// that their object may end or be another one (memory/machine_wait.cpp), so they are judged by
// those events and not by what the word holds.
#include <algorithm>

#include "ir/sync_table.h"
#include "smc/current_execution.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;
using ir::SyncOp;

namespace {

bool synchronizes(const Op& op, SyncOp which) {
  return op.kind == OpKind::Sync && op.sync() == which;
}

}  // namespace

// Operations that wait while the word has certain values, and then write it.
bool may_block(const Op& op) {
  if (op.kind != OpKind::Sync) return false;
  const ir::SyncRow& row = ir::sync_row(op.sync());
  return row.waits == ir::Waits::ForValue && row.writes;
}

// Arrivals at a barrier commute, so they are no writes: the word is what they add up to.
exec::Value CurrentExecution::barrier_value(std::uint32_t location, Position length) const {
  Position initialized = kInitial;
  for (Position w : trace_.writes_on(location))
    if (w < length) initialized = w;
  exec::Value v = value_at(location, initialized);
  for (Position p = initialized == kInitial ? 0 : initialized; p < length; ++p)
    if (trace_[p].location == location && synchronizes(op_of(p), SyncOp::BarrierArrive))
      v = exec::apply(op_of(p), v, trace_[p].thread).written;
  return v;
}

std::uint64_t CurrentExecution::round_at(const exec::Op& op, std::uint32_t location,
                                         Position length) const {
  return exec::apply(op, barrier_value(location, length), ThreadId{0}).result.lo;
}

// The arrivals in a round of the barrier as it was when τ had its first `length` events: since it
// was initialized, and until it is again.
std::vector<Position> CurrentExecution::arrivals(std::uint32_t location, std::uint64_t round,
                                                 Position length) const {
  Position begin = 0;
  Position end = trace_.size();
  for (Position w : trace_.writes_on(location)) {
    if (w < length) begin = w;
    if (w > length) end = std::min(end, w);
  }
  std::vector<Position> out;
  for (Position p = begin; p < end; ++p) {
    const TraceEvent& e = trace_[p];
    if (e.location == location && e.written.lo == round &&
        synchronizes(op_of(p), SyncOp::BarrierArrive))
      out.push_back(p);
  }
  return out;
}

// The last event of t that did `which` to the word of `op`; kInitial: none.
Position CurrentExecution::last_of(ThreadId t, SyncOp which, const Op& op) const {
  for (std::uint32_t i = trace_.length(t); i-- > 0;) {
    const Position p = trace_.position(t, i);
    if (synchronizes(op_of(p), which) && op_of(p).address == op.address) return p;
  }
  return kInitial;
}

// Those who arrived in the round that t, whose next operation is `op`, waits for the end of.
std::vector<Position> CurrentExecution::round_of(ThreadId t, const Op& op) const {
  const Position own = last_of(t, SyncOp::BarrierArrive, op);
  if (own == kInitial) return {};
  return arrivals(trace_[own].location, trace_[own].written.lo, own);
}

// The event that took the thread out of the waiters after it last entered them.
Position CurrentExecution::waker(ThreadId t, std::uint32_t location) const {
  const std::uint64_t me = std::uint64_t{1} << (t.value & 63);
  const std::vector<Position>& writes = trace_.writes_on(location);
  Position enqueued = kInitial;
  for (Position p : writes)
    if (trace_[p].thread == t && synchronizes(op_of(p), SyncOp::CondEnqueue)) enqueued = p;
  for (Position p : writes) {
    // Who ended an earlier wait comes before the last one began.
    if (trace_[p].kind != EventKind::Rmw || enqueued == kInitial || trace_.before(p, enqueued))
      continue;
    if ((trace_[p].read.lo & me) != 0 && (trace_[p].written.lo & me) == 0) return p;
  }
  return kInitial;
}

// Whether t, whose next operation is `op`, waits no more for what it waited for.
bool CurrentExecution::let_go(ThreadId t, const Op& op) const {
  if (op.kind != OpKind::Sync) return false;
  switch (op.sync()) {
    case SyncOp::CondAwait:
    case SyncOp::CondCancel: {
      const Position own = last_of(t, SyncOp::CondEnqueue, op);
      return own == kInitial || waker(t, trace_[own].location) != kInitial;
    }
    case SyncOp::BarrierAwait: {
      const std::vector<Position> round = round_of(t, op);
      return round.empty() || round.size() >= op_of(round.front()).operand.lo;
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
      if (exec::only_waits(op)) return let_go(t, op);
      const Resolved r = resolve_next(t);
      if (!r.ok) return true;
      const exec::Value v = op.sync() == SyncOp::BarrierArrive
                                ? barrier_value(r.location, trace_.size())
                                : value_at(r.location, last_write[r.location]);
      return !exec::apply(op, v, t).blocked;
    }
    default:
      return true;
  }
}

}  // namespace overtake::smc

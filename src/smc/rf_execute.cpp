// Executing: one event at a time, from a given source (a plan) or from memory (the extension).
#include <algorithm>

#include "base/error.h"
#include "smc/rf_explorer.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;
using ir::SyncOp;

namespace {

bool is_sync(const Op& op, SyncOp which) { return op.kind == OpKind::Sync && op.sync() == which; }

}  // namespace

void RfExplorer::add_thread(ThreadId t, exec::Thread thread, Position spawn) {
  if (t.value >= kMaxThreads)
    throw InputError("the program starts more than " + std::to_string(kMaxThreads) + " threads");
  trace_.add_thread(t);
  trace_.set_spawn(t, spawn);
  if (t.index() >= threads_.size()) threads_.resize(t.index() + 1);
  threads_[t.index()].push_back(std::move(thread));
}

RfExplorer::Resolved RfExplorer::resolve(ThreadId t, const Op& op) {
  const exec::Resolution r = exec::resolve(
      executor_.program(), [this](ThreadId o) { return started(o) ? &thread(o) : nullptr; },
      op.address, op.size);
  Resolved out;
  out.error = r.error;
  if (!r.ok) return out;
  if (r.constant && exec::may_write(op)) {
    out.error = ir::ErrorKind::WriteToConstant;
    return out;
  }
  out.object = r.slot;
  for (const auto& [object, by] : ended_) {
    if (object != r.slot) continue;
    out.error = r.kind == exec::ObjectKind::Stack ? ir::ErrorKind::DeadStackObject
                                                  : ir::ErrorKind::UseAfterFree;
    return out;
  }
  ir::GlobalId image;
  if (r.kind == exec::ObjectKind::None)
    image = executor_.program().global_of_slot[r.slot.index()];
  else if (r.kind == exec::ObjectKind::ThreadLocal)
    image = thread(owner(r.slot)).objects()[number_in_thread(r.slot)].image;
  bool overlap = false;
  out.location = locations_.intern(r.slot, r.offset, op.size, image, overlap);
  if (overlap) mixed_objects_.insert(r.slot.value);
  if (!mixed_objects_.empty() && mixed_objects_.contains(r.slot.value))
    out.location = epoch_of(t, op, out.location);
  if (out.location >= last_write_.size()) last_write_.resize(out.location + 1, kInitial);
  out.ok = true;
  return out;
}

exec::Value RfExplorer::value_at(std::uint32_t location, Position write) const {
  return write == kInitial ? locations_[location].initial : trace_[write].written;
}

// Arrivals at a barrier commute, so they are no writes: the word is what they add up to.
exec::Value RfExplorer::barrier_value(std::uint32_t location) const {
  const std::vector<Position>& writes = trace_.writes_on(location);  // its initialization
  exec::Value v = value_at(location, writes.empty() ? kInitial : writes.back());
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    if (e.location == location && is_sync(op_of(p), SyncOp::BarrierArrive))
      v = exec::apply(op_of(p), v, e.thread).written;
  }
  return v;
}

std::vector<Position> RfExplorer::arrivals(std::uint32_t location, std::uint64_t round) const {
  std::vector<Position> out;
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    if (e.location == location && is_sync(op_of(p), SyncOp::BarrierArrive) && e.written.lo == round)
      out.push_back(p);
  }
  return out;
}

// The event that took the thread out of the waiters after it last entered them.
Position RfExplorer::waker(ThreadId t, std::uint32_t location) const {
  const std::uint64_t me = std::uint64_t{1} << (t.value & 63);
  const std::vector<Position>& writes = trace_.writes_on(location);
  Position enqueued = kInitial;
  for (Position p : writes)
    if (trace_[p].thread == t && is_sync(op_of(p), SyncOp::CondEnqueue)) enqueued = p;
  for (Position p : writes) {
    if (trace_[p].kind != EventKind::Rmw || enqueued == kInitial || !trace_.before(enqueued, p)) continue;
    const std::uint64_t before = value_at(location, trace_[p].source).lo;
    if ((before & me) != 0 && (trace_[p].written.lo & me) == 0) return p;
  }
  return kInitial;
}

bool RfExplorer::can_run(ThreadId t) {
  if (!started(t) || !thread(t).ready()) return false;
  const Op& op = thread(t).next();
  switch (op.kind) {
    case OpKind::Join: {
      if (op.operand.lo >= threads_.size() || !started(ThreadId{op.operand.lo})) return true;
      return thread(ThreadId{op.operand.lo}).status() == Status::Ended;
    }
    case OpKind::Sync: {
      if (op.sync() == SyncOp::AwaitNotEqual)
        throw NeedsExhaustive{"waiting for a value to change", op.source};
      const Resolved r = resolve(t, op);
      if (!r.ok) return true;
      const bool barrier = op.sync() == SyncOp::BarrierArrive || op.sync() == SyncOp::BarrierAwait;
      const exec::Value v =
          barrier ? barrier_value(r.location) : value_at(r.location, last_write_[r.location]);
      return !exec::apply(op, v, t).blocked;
    }
    default: return true;
  }
}

Position RfExplorer::push(TraceEvent e, std::span<const Position> also_after) {
  ++statistics_.events;
  return trace_.push(e, also_after);
}

// Does the next operation of t. In the extension reads obtain what memory holds; in a plan they
// obtain `source`.
Position RfExplorer::perform(ThreadId t, Position source, std::uint32_t choice, bool in_extension) {
  exec::Thread next = thread(t);
  const Op& op = thread(t).next();
  TraceEvent e;
  e.thread = t;
  Position p = kInitial;
  exec::Value result;
  switch (op.kind) {
    case OpKind::Load:
    case OpKind::Store:
    case OpKind::Rmw:
    case OpKind::Cas:
    case OpKind::Sync: {
      if (in_extension) {
        const Resolved r = resolve(t, op);
        source = r.ok ? last_write_[r.location] : kInitial;
      }
      p = perform_access(t, op, next, source, choice);
      threads_[t.index()].push_back(std::move(next));
      return p;
    }
    case OpKind::Fence: e.kind = EventKind::Fence; break;
    case OpKind::StoreFence: e.kind = EventKind::StoreFence; break;
    case OpKind::End: e.kind = EventKind::Fence; break;
    case OpKind::Free: {
      const exec::Resolution r = exec::resolve(
          executor_.program(), [this](ThreadId o) { return started(o) ? &thread(o) : nullptr; },
          op.address, 0);
      const bool may_end = r.kind == exec::ObjectKind::Heap || r.kind == exec::ObjectKind::Stack;
      const bool ended = std::any_of(ended_.begin(), ended_.end(),
                                     [&](const auto& o) { return o.first == r.slot; });
      e.failed = !r.ok || r.offset != 0 || !may_end || ended;
      p = push(e);
      if (e.failed)
        executor_.fail(next, ended ? ir::ErrorKind::DoubleFree : ir::ErrorKind::InvalidFree);
      else
        ended_.emplace_back(r.slot, p);
      break;
    }
    case OpKind::Spawn: {
      e.kind = EventKind::Fence;
      p = push(e);
      const ThreadId child = names_.child(t, next.spawned());
      result = {child.value};
      add_thread(child, executor_.start(child, op.address, op.operand.lo), p);
      break;
    }
    case OpKind::Join: {
      e.kind = EventKind::Fence;
      const ThreadId target{op.operand.lo};
      if (op.operand.lo >= threads_.size() || !started(target)) {
        e.failed = true;
        p = push(e);
        executor_.fail(next, ir::ErrorKind::InvalidJoin);
        break;
      }
      const Position end = trace_.last(target);
      p = push(e, {&end, 1});
      result = {thread(target).result()};
      break;
    }
    case OpKind::Choose:
      e.choice = choice;
      e.choices = static_cast<std::uint32_t>(op.operand.lo);
      result = {choice};
      break;
    case OpKind::ObjectSize: {
      const exec::Resolution r = exec::resolve(
          executor_.program(), [this](ThreadId o) { return started(o) ? &thread(o) : nullptr; },
          op.address, op.size);
      e.failed = !r.ok;
      result = {r.object_size};
      if (e.failed) executor_.fail(next, r.error);
      break;
    }
    case OpKind::AtomicBegin:
    case OpKind::AtomicEnd: throw NeedsExhaustive{"atomic sections", op.source};
    default: break;
  }
  if (p == kInitial) p = push(e);
  if (!trace_[p].failed) executor_.resume(next, result);
  threads_[t.index()].push_back(std::move(next));
  return p;
}

Position RfExplorer::perform_access(ThreadId t, const Op& op, exec::Thread& next, Position source,
                                    std::uint32_t choice) {
  TraceEvent e;
  e.thread = t;
  const Resolved r = resolve(t, op);
  if (!r.ok) {
    e.failed = true;
    executor_.fail(next, r.error);
    return push(e);
  }
  e.location = r.location;
  exec::Value result;
  std::vector<Position> also_after;
  if (op.kind == OpKind::Store) {
    e.kind = EventKind::Write;
    e.written = op.operand;
  } else if (op.kind == OpKind::Load) {
    e.kind = EventKind::Read;
    e.source = source;
    result = value_at(r.location, source);
  } else if (is_sync(op, SyncOp::BarrierArrive)) {
    const exec::Effect f = exec::apply(op, barrier_value(r.location), t);
    e.kind = EventKind::Fence;
    result = f.result;
    e.written = f.result;  // the round
    if (f.result.lo > 0)
      for (Position before : arrivals(r.location, f.result.lo - 1))
        if (trace_.last(t) == kInitial || !trace_.before(before, trace_.last(t)))
          throw NeedsExhaustive{"a barrier with more threads than its count", op.source};
  } else if (is_sync(op, SyncOp::BarrierAwait)) {
    e.kind = EventKind::Fence;
    result = exec::apply(op, barrier_value(r.location), t).result;
    also_after = arrivals(r.location, op.operand.lo);
  } else if (is_sync(op, SyncOp::CondAwait)) {
    e.kind = EventKind::Fence;
    also_after.push_back(waker(t, r.location));
  } else {
    const exec::Effect f = exec::apply(op, value_at(r.location, source), t, choice);
    if (f.error) {
      e.failed = true;
      e.kind = EventKind::AtomicRead;
      e.source = source;
      executor_.fail(next, f.kind);
      return push(e);
    }
    const bool release = !records_source(op);
    e.kind = release ? EventKind::AtomicWrite : f.writes ? EventKind::Rmw : EventKind::AtomicRead;
    e.source = release ? kInitial : source;
    e.written = f.written;
    e.choice = choice;
    e.choices = f.choices;
    result = f.result;
  }
  const Position p = push(e, also_after);
  executor_.resume(next, result);
  return p;
}

// Lines 1-2: runs on until nothing can. A thread runs as long as it can; its writes reach memory
// at once.
bool RfExplorer::extend() {
  for (;;) {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) return false;
    bool ran = false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const ThreadId t{i};
      while (can_run(t)) {
        ran = true;
        const Position p = perform(t, kInitial, 0, true);
        TraceEvent& e = trace_.at(p);
        sigma_.push_back(p * 2);
        if (e.kind == EventKind::Write && options_.model != Model::SC) sigma_.push_back(p * 2 + 1);
        if (e.writes()) last_write_[e.location] = p;
        if (e.reads() || e.choices > 1) {
          const std::uint32_t node = new_node();
          nodes_[node].prefix = p;
          nodes_[node].event = p;
          const EventSum self = trace_.term_of(p);
          nodes_[node].done.insert({self.lo, self.hi});
          e.node = node;
        }
      }
      if (started(t) && thread(t).status() == Status::Interrupted) return false;
    }
    if (!ran) return true;
  }
}

}  // namespace overtake::smc

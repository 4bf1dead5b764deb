// Waiting for a signal, at a barrier or in a loop, and what time it is for a thread that has
// obtained something from others.
//
// A thread that waits on a condition variable or at a barrier is let go by an event of another
// thread. From then on it touches the object no more: the thread that let it go, or left the
// barrier first, may destroy the object, give its memory back, or make a new one there. So which
// threads have been let go is kept here and not in the object's word.
//
// Times (docs/memory-models.md, "Time"): a thread's clock shows no less than those of the events
// that it has obtained something from. A read takes the time of the writes that its bytes come
// from, a thread that was let go the time of the signal, or of the last arrival of its round; later
// events at the same word do not concern it.
#include <algorithm>
#include <bit>

#include "memory/machine.h"

namespace overtake::memory {

using exec::Op;
using exec::OpKind;
using exec::Status;
using exec::Time;
using ir::SyncOp;

const Machine::Round* Machine::round_of(ThreadId t) const {
  const std::uint32_t id = waiting_[t.index()].round;
  if (id == 0) return nullptr;
  const auto it = std::ranges::find(rounds_, id, &Round::id);
  return it == rounds_.end() ? nullptr : &*it;
}

// Whether the thread waits no more for what it waited for at the operation's object.
bool Machine::let_go(ThreadId t, const Op& op) const {
  if (op.kind != OpKind::Sync) return false;
  switch (op.sync()) {
    case SyncOp::CondAwait:
    case SyncOp::CondCancel:
      return !waiting_[t.index()].for_signal;
    case SyncOp::BarrierAwait: {
      const Round* round = round_of(t);
      return round == nullptr || round->complete;
    }
    default:
      return false;
  }
}

Time Machine::learned(ThreadId t, const Op& op, const Place& p) const {
  if (!executor_->has_clock()) return 0;
  if (op.is(SyncOp::CondAwait)) return waiting_[t.index()].woken_at;
  if (op.is(SyncOp::BarrierAwait)) {
    const Round* round = round_of(t);
    return round == nullptr ? 0 : round->time;
  }
  if (!exec::learns_from_source(op)) return 0;
  Time latest = 0;
  for (unsigned i = 0; i < op.size; ++i) {
    // What it takes out of its own buffer it has written itself.
    const bool own = std::ranges::any_of(buffers_[t.index()], [&](const BufferEntry& e) {
      return e.overlaps(p.object, p.offset + i, 1);
    });
    if (!own) latest = std::max(latest, memory_.written_at(p.object, p.offset + i));
  }
  return latest;
}

void Machine::arrive(ThreadId t, const Op& op, const Place& p, std::uint64_t number, Time now) {
  auto it = std::ranges::find_if(rounds_, [&](const Round& r) {
    return r.object == p.object && r.offset == p.offset && r.number == number && !r.complete;
  });
  if (it == rounds_.end()) {
    rounds_.push_back(
        {.id = ++round_ids_, .object = p.object, .offset = p.offset, .number = number});
    it = rounds_.end() - 1;
  }
  ++it->arrived;
  it->least = it->least.valid() ? std::min(it->least, t) : t;
  it->complete = it->arrived >= op.operand.lo;
  it->time = std::max(it->time, now);
  waiting_[t.index()].round = it->id;
}

void Machine::leave_round(ThreadId t) {
  const auto it = std::ranges::find(rounds_, waiting_[t.index()].round, &Round::id);
  waiting_[t.index()].round = 0;
  if (it != rounds_.end() && ++it->left == it->arrived) rounds_.erase(it);
}

// `now`: the time of the operation that has just happened.
void Machine::note_waiting(ThreadId t, const Op& op, const Place& p, const Happened& h, Time now) {
  switch (op.sync()) {
    case SyncOp::CondEnqueue:
      waiting_[t.index()].for_signal = true;
      break;
    case SyncOp::CondCancel:
      waiting_[t.index()].for_signal = false;
      break;
    case SyncOp::CondSignal:
    case SyncOp::CondBroadcast:
      for (std::uint64_t woken = h.found.value.lo & ~h.written.lo; woken != 0; woken &= woken - 1) {
        const auto u = static_cast<std::size_t>(std::countr_zero(woken));
        if (u >= waiting_.size()) break;
        waiting_[u].for_signal = false;
        waiting_[u].woken_at = now;
      }
      break;
    case SyncOp::BarrierArrive:
      arrive(t, op, p, h.result.lo, now);
      break;
    case SyncOp::BarrierAwait:
      leave_round(t);
      break;
    default:
      break;
  }
}

std::uint64_t Machine::waiting_hash() const {
  std::uint64_t hash = 0;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    if (!started_[t] || !threads_[t].ready()) continue;
    const Op& op = threads_[t].next();
    if (op.kind != OpKind::Sync) continue;
    const Waiting& w = waiting_[t];
    if (op.sync() == SyncOp::CondAwait || op.sync() == SyncOp::CondCancel)
      hash += mix(combine(t, w.for_signal ? 1 : w.woken_at << 1));
    if (const Round* round = round_of(ThreadId{t}); round != nullptr && exec::only_waits(op))
      hash +=
          mix(combine(combine(t, round->time), round->complete + 2 * (round->least.index() == t)));
  }
  return hash;
}

bool Machine::would_spin(ThreadId t) const {
  const exec::Thread& thread = threads_[t.index()];
  const Op& op = thread.next();
  if (!thread.ready() || !thread.may_wait() || !op.is_access() || op.kind == OpKind::Store)
    return false;
  const Place p = place(t, op);
  if (!p.ok) return false;
  bool from_buffer = false;
  Found found;
  if (op.kind == OpKind::Load)
    found = load(t, p, op.size, from_buffer);
  else
    memory_.read(p.object, p.offset, op.size, p.initial, found);
  const exec::Effect e = exec::apply(op, found.value, t);
  if (e.blocked || e.error || e.choices > 1) return false;
  exec::Thread next = thread;
  executor_->resume(next, e.result, learned(t, op, p));
  while (next.ready() && next.next().is_fence()) executor_->resume(next, {});
  return next.status() == Status::Spinning;
}

// Whether a spinning thread would go on like that for ever if no thread wrote any more.
bool Machine::spins_for_ever(const exec::Thread& thread) const {
  return std::all_of(
      thread.spin_reads().begin(), thread.spin_reads().end(), [&](const exec::SpinRead& r) {
        const Place p =
            place(thread.id(), {.kind = OpKind::Load, .size = r.size, .address = r.address});
        if (!p.ok) return false;
        Found found;
        memory_.read(p.object, p.offset, r.size, p.initial, found);
        return r.same(found.value, thread.id());
      });
}

}  // namespace overtake::memory

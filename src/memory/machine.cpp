#include "memory/machine.h"

#include <algorithm>
#include <utility>

#include "base/limit.h"
#include "exec/cancellation.h"

namespace overtake::memory {

using exec::Op;
using exec::OpKind;
using exec::Status;

Machine::Machine(const exec::Executor& executor, const MachineOptions& options, ThreadNames names)
    : executor_(&executor),
      options_(options),
      names_(std::move(names)),
      memory_(executor.program()) {
  add_thread(ThreadId{0}, executor.start_main());
}

void Machine::add_thread(ThreadId id, exec::Thread thread) {
  static_assert(kMaxThreads == 960);
  if (id.value >= kMaxThreads) throw LimitReached{{Limit::Threads, 960}};
  if (id.index() >= threads_.size()) {
    threads_.resize(id.index() + 1);
    started_.resize(id.index() + 1);
    buffers_.resize(id.index() + 1);
    event_counts_.resize(id.index() + 1);
    waiting_.resize(id.index() + 1);
  }
  threads_[id.index()] = std::move(thread);
  started_[id.index()] = 1;
}

exec::Resolution Machine::object_at(Address address, std::uint64_t size) const {
  return exec::resolve(
      executor_->program(),
      [this](ThreadId t) { return exists(t) ? &threads_[t.index()] : nullptr; }, address, size);
}

Machine::Place Machine::place(ThreadId t, const Op& op) const {
  const exec::Resolution r = object_at(op.address, op.size);
  const auto ended = [&] { return memory_.ended_by(r.slot).is_event() && !let_go(t, op); };
  const std::optional<ir::ErrorKind> error = exec::access_error(op, r, ended);
  return {.ok = !error,
          .error = error.value_or(ir::ErrorKind::InvalidPointer),
          .object = r.slot,
          .offset = r.offset,
          .object_size = r.object_size,
          .initial = r.initial};
}

// Whether the buffers are as empty as the operation wants them.
bool Machine::drained_for(ThreadId t, const Op& op) const {
  const std::vector<BufferEntry>& buffer = buffers_[t.index()];
  if (buffer.empty()) return true;
  switch (op.kind) {
    case OpKind::Load:
    case OpKind::Store:
    case OpKind::StoreFence:
    case OpKind::Free:
    case OpKind::Choose:
    case OpKind::ObjectSize:
      return true;
    case OpKind::Rmw:
    case OpKind::Cas:
    case OpKind::Sync: {
      if (!options_.model.drains_location_only()) return false;
      const Place p = place(t, op);
      if (!p.ok) return true;  // an error
      // A write at once must not overtake the stores before a store-store fence either.
      Found found;
      memory_.read(p.object, p.offset, op.size, p.initial, found);
      const bool writes = exec::apply(op, found.value, t).writes;
      return std::none_of(buffer.begin(), buffer.end(), [&](const BufferEntry& e) {
        return e.overlaps(p.object, p.offset, op.size) || (e.size == 0 && writes);
      });
    }
    default:
      return false;
  }
}

std::uint32_t Machine::alternatives(ThreadId t) const {
  if (!exists(t) || !threads_[t.index()].ready()) return 0;
  if (in_atomic_section_.valid() && in_atomic_section_ != t) return 0;
  const Op& op = threads_[t.index()].next();
  if (!drained_for(t, op)) return 0;
  switch (op.kind) {
    case OpKind::Choose:
      return static_cast<std::uint32_t>(op.operand.lo);
    case OpKind::Join: {
      const ThreadId target{op.operand.lo};
      if (op.operand.lo >= threads_.size() || !exists(target)) return 1;  // an error
      return threads_[target.index()].status() == Status::Ended ? 1 : 0;
    }
    case OpKind::Sync: {
      if (exec::only_waits(op)) return let_go(t, op) ? 1 : 0;
      const Place p = place(t, op);
      if (!p.ok) return 1;  // an error
      Found found;
      memory_.read(p.object, p.offset, op.size, p.initial, found);
      const exec::Effect e = exec::apply(op, found.value, t);
      return e.blocked ? 0 : e.choices;
    }
    default:
      return 1;
  }
}

bool Machine::can_drain(ThreadId t, std::size_t entry) const {
  const std::vector<BufferEntry>& buffer = buffers_[t.index()];
  if (options_.model == Model::TSO) return entry == 0;
  for (std::size_t i = 0; i < entry; ++i) {
    const BufferEntry& e = buffer[i];
    const BufferEntry& mine = buffer[entry];
    if (e.size == 0 || e.overlaps(mine.object, mine.offset, mine.size)) return false;
  }
  return buffer[entry].size != 0;
}

void Machine::enabled(std::vector<Step>& out) const {
  out.clear();
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    const std::uint32_t n = alternatives(t);
    for (std::uint32_t c = 0; c < n; ++c) out.push_back({t, false, 0, c});
    drains(t, out);
  }
}

void Machine::drains(ThreadId t, std::vector<Step>& out) const {
  if (in_atomic_section_.valid()) return;
  const std::vector<BufferEntry>& buffer = buffers_[t.index()];
  for (std::size_t e = 0; e < buffer.size(); ++e) {
    if (!can_drain(t, e)) continue;
    const Address address =
        options_.model == Model::PSO ? address_of(buffer[e].object, buffer[e].offset) : 0;
    out.push_back({t, true, address, 0});
  }
}

bool Machine::is_enabled(const Step& step) const {
  std::vector<Step> steps;
  enabled(steps);
  return std::find(steps.begin(), steps.end(), step) != steps.end();
}

Happened Machine::execute(const Step& step, const exec::Value* pretended) {
  const ThreadId t = step.thread;
  Happened h;
  if (step.drain) {
    const std::vector<BufferEntry>& buffer = buffers_[t.index()];
    std::size_t entry = 0;
    if (options_.model == Model::PSO)
      while (address_of(buffer[entry].object, buffer[entry].offset) != step.address ||
             buffer[entry].size == 0)
        ++entry;
    drain(t, entry, h);
    return h;
  }
  const Op op = threads_[t.index()].next();
  if (event_counts_[t.index()] >= EventRef::kMaxIndex)
    throw LimitReached{{Limit::Operations, EventRef::kMaxIndex}};
  h.op = op;
  h.event = EventRef(t, event_counts_[t.index()]++);
  switch (op.kind) {
    case OpKind::Load:
    case OpKind::Store:
    case OpKind::Rmw:
    case OpKind::Cas:
    case OpKind::Sync:
      execute_access(t, op, step.choice, pretended, h);
      return h;
    case OpKind::StoreFence:
      if (!buffers_[t.index()].empty()) buffers_[t.index()].push_back({});
      break;
    case OpKind::Free: {
      const exec::Resolution r = object_at(op.address, 0);
      const auto ended = [&] { return memory_.ended_by(r.slot).is_event(); };
      if (const auto error = exec::free_error(op, r, ended)) {
        fail(t, *error);
        return h;
      }
      memory_.end_object(r.slot, h.event);
      break;
    }
    case OpKind::Spawn: {
      const ThreadId child = names_.child(t, threads_[t.index()].spawned());
      h.spawned = child;
      h.result = {child.value};
      add_thread(child,
                 executor_->start(child, op.address, op.operand, threads_[t.index()].time()));
      break;
    }
    case OpKind::Join: {
      const ThreadId target{op.operand.lo};
      if (op.operand.lo >= threads_.size() || !exists(target)) {
        fail(t, ir::ErrorKind::InvalidJoin);
        return h;
      }
      h.result = threads_[target.index()].result();
      finish(t, h.result, threads_[target.index()].time());
      return h;
    }
    case OpKind::Choose:
      h.choices = static_cast<std::uint32_t>(op.operand.lo);
      h.result = {step.choice};
      break;
    case OpKind::ObjectSize: {
      const Place p = place(t, op);
      if (!p.ok) {
        fail(t, p.error);
        return h;
      }
      h.result = {p.object_size};
      break;
    }
    case OpKind::AtomicBegin:
      in_atomic_section_ = t;
      break;
    case OpKind::AtomicEnd:
      in_atomic_section_ = ThreadId::none();
      break;
    default:
      break;
  }
  finish(t, h.result);
  return h;
}

// Hands over the result.
void Machine::finish(ThreadId t, exec::Value result, exec::Time learned) {
  executor_->resume(threads_[t.index()], result, learned);
  leave_section_if_stopped(t);
}

void Machine::fail(ThreadId t, ir::ErrorKind kind, ir::SourceId origin) {
  executor_->fail(threads_[t.index()], kind, origin);
  leave_section_if_stopped(t);
}

// Nothing of other threads can come into a section: a false assumption, a call of exit and a loop
// that waits there are the end of the run.
void Machine::leave_section_if_stopped(ThreadId t) {
  const Status status = threads_[t.index()].status();
  const bool for_ever =
      status == Status::Assumed || status == Status::Exited || status == Status::Spinning;
  if (in_atomic_section_ == t && status != Status::Ready && !for_ever)
    in_atomic_section_ = ThreadId::none();
}

Found Machine::load(ThreadId t, const Place& p, unsigned size, bool& from_buffer) const {
  Found found;
  memory_.read(p.object, p.offset, size, p.initial, found);
  const std::vector<BufferEntry>& buffer = buffers_[t.index()];
  if (buffer.empty()) return found;
  from_buffer = true;
  for (unsigned i = 0; i < size; ++i) {
    const auto newest = std::find_if(buffer.rbegin(), buffer.rend(), [&](const BufferEntry& e) {
      return e.overlaps(p.object, p.offset + i, 1);
    });
    if (newest == buffer.rend()) {
      from_buffer = false;
      continue;
    }
    found.value.copy_byte(i, newest->value, static_cast<unsigned>(p.offset + i - newest->offset));
    found.writer[i] = newest->event;
  }
  found.uniform = true;
  for (unsigned i = 1; i < size; ++i)
    found.uniform = found.uniform && found.writer[i] == found.writer[0];
  return found;
}

void Machine::execute_access(ThreadId t, const Op& op, std::uint32_t choice,
                             const exec::Value* pretended, Happened& h) {
  const Place p = place(t, op);
  if (!p.ok) return fail(t, p.error);
  if (op.kind == OpKind::Load) {
    h.reads = true;
    h.found = load(t, p, op.size, h.from_buffer);
    if (pretended != nullptr) h.found.value = *pretended;
    h.result = h.found.value;
    return finish(t, h.result, learned(t, op, p));
  }
  const exec::Time before = threads_[t.index()].time();
  if (op.kind == OpKind::Store) {
    h.written = op.operand;
    if (options_.model == Model::SC || in_atomic_section_ == t) {
      h.wrote_memory = true;
      memory_.write(p.object, p.offset, op.size, p.object_size, p.initial, op.operand, h.event,
                    before);
    } else {
      buffers_[t.index()].push_back(
          {p.object, p.offset, op.size, op.operand, h.event, op.source, before});
    }
    return finish(t, {});
  }
  memory_.read(p.object, p.offset, op.size, p.initial, h.found);
  if (pretended != nullptr && op.kind != OpKind::Sync) h.found.value = *pretended;
  exec::Effect e = exec::apply(op, h.found.value, t, choice);
  if (exec::only_waits(op)) {  // for what the word may not say any more
    const Round* round = round_of(t);
    e = {.result = {round != nullptr && round->least == t ? 1u : 0u}};
  }
  h.reads = true;
  if (e.error) return fail(t, e.kind, e.origin);
  h.result = e.result;
  h.choices = e.choices;
  const exec::Time now = std::max(before, learned(t, op, p));
  if (e.writes) {
    const bool unordered = op.is(ir::SyncOp::BarrierArrive);
    h.wrote_memory = true;
    h.written = e.written;
    memory_.write(p.object, p.offset, op.size, p.object_size, p.initial, e.written,
                  unordered ? EventRef{EventRef::kUnordered} : h.event, unordered ? 0 : now);
  }
  if (op.kind == OpKind::Sync) note_waiting(t, op, p, h, now);
  finish(t, h.result, now);
}

void Machine::drain(ThreadId t, std::size_t entry, Happened& h) {
  std::vector<BufferEntry>& buffer = buffers_[t.index()];
  const BufferEntry e = buffer[entry];
  h.op = {.kind = OpKind::Store,
          .size = e.size,
          .source = e.source,
          .address = address_of(e.object, e.offset),
          .operand = e.value};
  h.event = e.event;
  h.wrote_memory = true;
  h.written = e.value;
  // The object may have been freed since the store was issued; then no thread can look at it.
  const exec::Resolution r = object_at(h.op.address, e.size);
  memory_.write(e.object, e.offset, e.size, r.object_size, r.initial, e.value, e.event, e.time);
  buffer.erase(buffer.begin() + static_cast<std::ptrdiff_t>(entry));
  while (!buffer.empty() && buffer.front().size == 0) buffer.erase(buffer.begin());
}

exec::Value Machine::global_value(ir::GlobalId global, std::uint64_t offset, unsigned size) const {
  Found found;
  memory_.read(executor_->program().globals[global.index()].slot, offset, size, {.image = global},
               found);
  return found.value;
}

Ending Machine::ending() const {
  // Whether the wait would have been ended by a request for cancellation.
  const auto cancelled = [&](ThreadId t, const Op& op) {
    const Address word = exec::request_word(op);
    if (word == 0) return false;
    const Place p = place(t, {.kind = OpKind::Load, .size = exec::kRequestSize, .address = word});
    Found found;
    if (p.ok) memory_.read(p.object, p.offset, exec::kRequestSize, p.initial, found);
    return found.value.lo != 0;
  };
  ThreadEnds ends;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (!started_[i]) continue;
    const exec::Thread& thread = threads_[i];
    // If a section has to wait, what the others would wait for is not the point.
    const bool outside = cut_short() && in_atomic_section_ != ThreadId{i};
    if (outside && (thread.ready() || thread.status() == Status::Spinning)) continue;
    const bool goes_on = thread.status() == Status::Spinning && !spins_for_ever(thread);
    if (goes_on)  // on what has changed since: other executions go on from there
      ends.stopped = true;
    else
      ends.add(thread.status());
    if (!thread.ready()) continue;
    const Op& op = thread.next();
    if (op.is(ir::SyncOp::AwaitNotEqual)) ends.spinning = true;
    if (cancelled(ThreadId{i}, op)) ends.stopped = true;
  }
  return ends.ending();
}

}  // namespace overtake::memory

// Executing: one event at a time, from a given source (a plan) or from memory (the extension).
#include "smc/current_execution.h"

#include <algorithm>

#include "base/error.h"
#include "smc/classes.h"
#include "smc/needs.h"
#include "smc/work_pool.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;
using ir::SyncOp;

CurrentExecution::CurrentExecution(const exec::Executor& executor, const CheckOptions& options,
                                   ExecutionRules rules)
    : executor_(executor), options_(options), rules_(rules), locations_(executor.program()) {}

void CurrentExecution::start() { add_thread(ThreadId{0}, executor_.start_main(), kInitial); }

void CurrentExecution::add_thread(ThreadId t, exec::Thread thread, Position spawn) {
  if (t.value >= kMaxThreads) throw LimitReached{{Limit::Threads, kMaxThreads}};
  trace_.add_thread(t);
  trace_.set_spawn(t, spawn);
  if (t.index() >= threads_.size()) threads_.resize(t.index() + 1);
  threads_[t.index()].push(std::move(thread));
}

exec::Resolution CurrentExecution::object_at(Address address, std::uint64_t size) const {
  return exec::resolve(
      executor_.program(), [this](ThreadId t) { return started(t) ? &thread(t) : nullptr; },
      address, size);
}

CurrentExecution::Resolved CurrentExecution::resolve(ThreadId t, const Op& op) {
  const exec::Resolution r = object_at(op.address, op.size);
  return locate(t, op, r, lifetimes_.has_ended(t, r.slot) && !wakeups_.let_go(t, op));
}

CurrentExecution::Resolved CurrentExecution::resolve_alive(ThreadId t, const Op& op) {
  return locate(t, op, object_at(op.address, op.size), false);
}

CurrentExecution::Resolved CurrentExecution::locate(ThreadId t, const Op& op,
                                                    const exec::Resolution& at, bool ended) {
  Resolved out;
  out.object = at.slot;
  if (const auto error = exec::access_error(op, at, [&] { return ended; })) {
    out.error = *error;
    return out;
  }
  bool overlap = false;
  out.location = locations_.intern(at.slot, at.offset, op.size, at.initial, overlap);
  if (overlap) epochs_.add(at.slot);
  if (!rules_.careful && !epochs_.empty() && epochs_.contains(at.slot))
    out.location = epochs_.epoch_of(t, op, out.location);
  if (out.location >= last_write.size()) last_write.resize(out.location + 1, kInitial);
  out.ok = true;
  return out;
}

// Explorations ask again and again. What a global is does not change with what others do, and its
// life does not end.
CurrentExecution::Resolved CurrentExecution::resolve_next(ThreadId t) {
  ThreadStates& states = threads_[t.index()];
  const std::uint32_t i = trace_.length(t);
  std::uint32_t& location = states.location(i);
  const bool fixed = rules_.careful || epochs_.empty();  // it is no epoch
  const Op& op = states[i].next();
  if (location == ThreadStates::kUnknown && fixed) location = states.location_of_last(i, op);
  if (location != ThreadStates::kUnknown && fixed)
    return {.ok = true, .object = locations_[location].object, .location = location};
  const Resolved r = resolve(t, op);
  if (r.ok && (rules_.careful || epochs_.empty()) && !is_thread_object(op.address)) {
    location = r.location;
    states.note_location(i, op);
  }
  return r;
}

exec::Value CurrentExecution::value_at(std::uint32_t location, Position write) const {
  if (write == kInitial) return locations_[location].initial;
  if (trace_[write].location == location) return trace_[write].written;
  return bytes_at(location, write, 0, locations_[location].size);
}

// Of the bytes begin .. end - 1 of the location only, all of which the write covers.
exec::Value CurrentExecution::bytes_at(std::uint32_t location, Position write, std::uint32_t begin,
                                       std::uint32_t end) const {
  const LocationInfo& info = locations_[location];
  exec::Value value;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (write == kInitial)
      value.copy_byte(i, info.initial, i);
    else
      value.copy_byte(
          i, trace_[write].written,
          static_cast<unsigned>(info.offset + i - locations_[trace_[write].location].offset));
  }
  return value;
}

Position CurrentExecution::push(TraceEvent& e, std::span<const Position> also_after) {
  if (trace_.length(e.thread) >= options_.max_operations && threads_.size() > 1)
    throw LimitReached{{Limit::Operations, options_.max_operations}};
  ++events_performed_;
  const exec::Thread& before = threads_[e.thread.index()][trace_.length(e.thread)];
  e.time = before.time();
  e.glued = before.next().kind == OpKind::AtomicBegin ||
            (after_glue(e.thread) && before.next().kind != OpKind::AtomicEnd);
  // A thread that is spawned in a section begins after all of it.
  const Position spawn = trace_.length(e.thread) == 0 ? trace_.spawn(e.thread) : kInitial;
  std::vector<Position> with_section;
  if (spawn != kInitial && trace_[spawn].glued) {
    with_section.assign(also_after.begin(), also_after.end());
    with_section.push_back(section_end(spawn));
    also_after = with_section;
  }
  const Position p = trace_.push(e, also_after);
  TraceEvent& pushed = trace_.at(p);
  pushed.settled = options_.model != Model::PSO || settles(pushed.kind) ? pushed.index + 1
                   : pushed.index == 0                                  ? 0
                                       : trace_[pushed.predecessor].settled;
  return p;
}

// A round that is over, and has put back what it did, is for an exploration that leaves it out.
static void demand_no_round(const exec::Thread& thread, const ExecutionRules& rules,
                            const exec::Executor& executor) {
  if (thread.has_put_back() && !rules.stops_spinning) throw NeedsCausalMaps{};
  if (thread.has_turned() && executor.leaves_turns())
    throw NeedsExhaustive{
        .construct = "words that are put back", .source = thread.stopped_at(), .turns = true};
}

Position CurrentExecution::perform(ThreadId t, Position source, std::uint32_t choice,
                                   bool in_extension, bool open, const Torn* torn) {
  exec::Thread& next = threads_[t.index()].push_copy();
  const Op& op = threads_[t.index()][trace_.length(t)].next();
  if (op.is_access()) {
    const Resolved r = resolve_next(t);
    if (in_extension) {
      source = r.ok ? last_write[r.location] : kInitial;
      open = rules_.reads == Reads::Value;
    }
    return perform_access(r, op, next, source, choice, open, torn);
  }
  TraceEvent e;
  e.thread = t;
  Position p = kInitial;
  exec::Value result;
  switch (op.kind) {
    case OpKind::Fence:
      e.kind = EventKind::Fence;
      break;
    case OpKind::StoreFence:
      e.kind = EventKind::StoreFence;
      break;
    case OpKind::End:
      e.kind = EventKind::Fence;
      break;
    case OpKind::Free: {
      const exec::Resolution r = object_at(op.address, 0);
      const auto error = exec::free_error(op, r, [&] { return lifetimes_.has_ended(t, r.slot); });
      e.failed = error.has_value();
      p = push(e);
      if (error)
        executor_.fail(next, *error);
      else
        lifetimes_.end(r.slot, p);
      break;
    }
    case OpKind::Spawn: {
      e.kind = EventKind::Fence;
      p = push(e);
      if (pool_ != nullptr && !names_.knows(t, next.spawned()))
        pool_->learn(names_, t, next.spawned());
      const ThreadId child = names_.child(t, next.spawned());
      result = {child.value};
      add_thread(child, executor_.start(child, op.address, op.operand, trace_[p].time), p);
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
      result = thread(target).result();
      break;
    }
    case OpKind::Choose:
      e.choice = choice;
      e.choices = static_cast<std::uint32_t>(op.operand.lo);
      result = {choice};
      break;
    case OpKind::ObjectSize: {
      const exec::Resolution r = object_at(op.address, op.size);
      const auto error = exec::access_error(op, r, [&] { return lifetimes_.has_ended(t, r.slot); });
      e.failed = error.has_value();
      result = {r.object_size};
      if (error) executor_.fail(next, *error);
      break;
    }
    case OpKind::AtomicBegin:
      if (rules_.reads == Reads::From) {
        if (!rules_.stops_spinning) throw NeedsCausalMaps{};
        throw NeedsExhaustive{"atomic sections", op.source};
      }
      e.kind = EventKind::Fence;
      break;
    default:
      break;
  }
  if (p == kInitial) p = push(e);
  if (trace_[p].failed) return p;
  executor_.resume(next, result, trace_[p].time);
  demand_no_round(next, rules_, executor_);
  return p;
}

Position CurrentExecution::perform_access(const Resolved& r, const Op& op, exec::Thread& next,
                                          Position source, std::uint32_t choice, bool open,
                                          const Torn* torn) {
  const ThreadId t = next.id();
  TraceEvent e;
  e.thread = t;
  if (!r.ok) {
    e.failed = true;
    executor_.fail(next, r.error);
    return push(e);
  }
  e.location = r.location;
  exec::Value result;
  std::vector<Position> also_after;
  if (torn != nullptr) also_after = torn->sources;
  if (op.kind == OpKind::Store) {
    e.kind = after_glue(t) ? EventKind::AtomicWrite : EventKind::Write;
    e.written = op.operand;
  } else if (op.kind == OpKind::Load) {
    e.kind = EventKind::Read;
    e.source = open ? kInitial : source;
    e.read = result = torn != nullptr ? torn->value : value_at(r.location, source);
  } else if (op.is(SyncOp::BarrierArrive)) {
    const exec::Effect f = exec::apply(op, wakeups_.barrier_value(r.location, trace_.size()), t);
    e.kind = EventKind::Fence;
    result = f.result;
    e.written = f.result;  // the round
    if (f.result.lo > 0)
      for (Position before : wakeups_.arrivals(r.location, f.result.lo - 1, trace_.size())) {
        if (rules_.careful)
          also_after.push_back(before);
        else if (trace_.last(t) == kInitial || !trace_.before(before, trace_.last(t)))
          throw NeedsExhaustive{.construct = "a barrier with more threads than its count",
                                .source = op.source,
                                .careful = true};
      }
  } else if (op.is(SyncOp::BarrierAwait)) {
    e.kind = EventKind::Fence;
    also_after = wakeups_.round_of(t, op);
    const auto least = std::ranges::min_element(
        also_after, {}, [&](Position arrival) { return trace_[arrival].thread; });
    result = {least != also_after.end() && trace_[*least].thread == t ? 1u : 0u};
  } else if (op.is(SyncOp::CondAwait)) {
    e.kind = EventKind::Fence;
    if (const Position w = wakeups_.waker(t, r.location); w != kInitial) also_after.push_back(w);
  } else {
    const bool release = !records_source(op);
    // A release does the same whatever it finds, and plans do not say what that is.
    if (!release) e.read = torn != nullptr ? torn->value : value_at(r.location, source);
    const exec::Effect f = exec::apply(op, e.read, t, choice);
    if (open) source = kInitial;
    if (f.error) {
      e.failed = true;
      // A release that fails does so whatever it finds.
      e.kind = release && rules_.reads == Reads::Value ? EventKind::Local : EventKind::AtomicRead;
      e.source = source;
      executor_.fail(next, f.kind, f.origin);
      return push(e);
    }
    e.kind = release ? EventKind::AtomicWrite : f.writes ? EventKind::Rmw : EventKind::AtomicRead;
    e.source = release ? kInitial : source;
    e.written = f.written;
    e.choice = choice;
    e.choices = f.choices;
    result = f.result;
  }
  // What is seen of a section is seen after all of it.
  const auto see = [&](Position w) {
    if (w != kInitial && trace_[w].glued && trace_[w].thread != t)
      also_after.push_back(section_end(w));
  };
  if (e.reads()) see(e.source);
  if (torn != nullptr) std::ranges::for_each(torn->sources, see);
  const Position p = push(e, also_after);
  executor_.resume(next, result, trace_[p].time);
  demand_no_round(next, rules_, executor_);
  return p;
}

Position CurrentExecution::section_end(Position p) const {
  while (trace_[p].glued && trace_[p].index + 1 < trace_.length(trace_[p].thread))
    p = trace_.position(trace_[p].thread, trace_[p].index + 1);
  return p;
}

bool CurrentExecution::settles(EventKind kind) const {
  switch (kind) {
    case EventKind::Fence:
    case EventKind::StoreFence:
      return true;
    case EventKind::Rmw:
    case EventKind::AtomicRead:
    case EventKind::AtomicWrite:
      return options_.model.pso_rmw == PsoRmw::All;
    default:
      return false;
  }
}

void CurrentExecution::cut(std::uint32_t length) {
  trace_.cut(length);
  lifetimes_.cut(length);
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    const Position spawn = trace_.spawn(t);
    if (i != 0 && (spawn == kInitial || spawn >= length)) {
      threads_[i].cut(0);
      trace_.set_spawn(t, kInitial);
    } else {
      threads_[i].cut(trace_.length(t) + 1);
    }
  }
}

bool CurrentExecution::reaches_memory(RunStep step) const {
  const TraceEvent& e = trace_[step.position()];
  return e.kind == EventKind::Write ? options_.model == Model::SC || step.memory_write()
                                    : e.writes();
}

void CurrentExecution::append_to_witness(Position p) {
  const TraceEvent& e = trace_[p];
  sigma.push_back(RunStep(p));
  if (e.kind == EventKind::Write && options_.model != Model::SC) sigma.push_back(RunStep(p, true));
  if (e.writes()) last_write[e.location] = p;
}

void CurrentExecution::note_last_writes() {
  std::fill(last_write.begin(), last_write.end(), kInitial);
  for (const RunStep step : sigma)
    if (reaches_memory(step)) last_write[trace_[step.position()].location] = step.position();
}

Event CurrentExecution::event_at(Position p) const {
  const TraceEvent& e = trace_[p];
  Event x{.kind = e.kind, .drain = drain_of(op_of(p)), .glued = e.glued, .thread = e.thread};
  if (x.reads() || x.writes()) x.location = LocationId{e.location};
  return x;
}

memory::Schedule CurrentExecution::schedule_of(std::span<const RunStep> order) const {
  StepOrder repaired;
  if (options_.model == Model::PSO && !epochs_.empty()) {
    repaired = epochs_.in_buffer_order(order);
    order = repaired;
  }
  memory::Schedule schedule;
  for (const RunStep step : order) {
    const TraceEvent& e = trace_[step.position()];
    memory::Step s{e.thread, step.memory_write(), 0, e.choice};
    if (s.drain) {
      s.choice = 0;
      const LocationInfo& info = locations_[e.location];
      if (options_.model == Model::PSO) s.address = address_of(info.object, info.offset);
    }
    schedule.push_back(s);
  }
  return schedule;
}

Drain CurrentExecution::drain_of(const exec::Op& op) const {
  const bool atomic =
      op.kind == exec::OpKind::Rmw || op.kind == exec::OpKind::Cas || op.kind == exec::OpKind::Sync;
  return atomic && options_.model.pso_rmw == PsoRmw::Location ? Drain::Location : Drain::All;
}

}  // namespace overtake::smc

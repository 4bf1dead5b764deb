// Executing: one event at a time, from a given source (a plan) or from memory (the extension).
#include "smc/run.h"

#include <algorithm>

#include "base/error.h"
#include "smc/classes.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;
using ir::SyncOp;

namespace {

bool is_sync(const Op& op, SyncOp which) { return op.kind == OpKind::Sync && op.sync() == which; }

}  // namespace

Run::Run(const exec::Executor& executor, const CheckOptions& options, CheckResult& result,
         Reads reads, bool careful)
    : executor_(executor),
      options_(options),
      result_(result),
      errors_(executor, options, result),
      locations_(executor.program()),
      careful_(careful),
      reads_(reads) {}

void Run::add_thread(ThreadId t, exec::Thread thread, Position spawn) {
  if (t.value >= kMaxThreads) throw LimitReached{{Limit::Threads, kMaxThreads}};
  trace_.add_thread(t);
  trace_.set_spawn(t, spawn);
  if (t.index() >= threads_.size()) threads_.resize(t.index() + 1);
  threads_[t.index()].push(std::move(thread));
}

exec::Resolution Run::object_at(Address address, std::uint64_t size) const {
  return exec::resolve(
      executor_.program(), [this](ThreadId t) { return started(t) ? &thread(t) : nullptr; },
      address, size);
}

Run::Resolved Run::resolve(ThreadId t, const Op& op) {
  const exec::Resolution r = object_at(op.address, op.size);
  Resolved out;
  out.object = r.slot;
  const auto ended = [&] { return has_ended(t, r.slot) && !let_go(t, op); };
  if (const auto error = exec::access_error(op, r, ended)) {
    out.error = *error;
    return out;
  }
  bool overlap = false;
  out.location = locations_.intern(r.slot, r.offset, op.size, r.initial, overlap);
  if (overlap) mixed_objects_.insert(r.slot.value);
  if (!careful_ && !mixed_objects_.empty() && mixed_objects_.contains(r.slot.value))
    out.location = epoch_of(t, op, out.location);
  if (out.location >= last_write_.size()) last_write_.resize(out.location + 1, kInitial);
  out.ok = true;
  return out;
}

// Explorations ask again and again. What a global is does not change with what others do, and its
// life does not end.
Run::Resolved Run::resolve_next(ThreadId t) {
  ThreadStates& states = threads_[t.index()];
  const std::uint32_t i = trace_.length(t);
  std::uint32_t& location = states.location(i);
  const bool fixed = careful_ || mixed_objects_.empty();  // it is no epoch
  if (location != ThreadStates::kUnknown && fixed)
    return {.ok = true, .object = locations_[location].object, .location = location};
  const Op& op = states[i].next();
  const Resolved r = resolve(t, op);
  if (r.ok && (careful_ || mixed_objects_.empty()) && !is_thread_object(op.address))
    location = r.location;
  return r;
}

exec::Value Run::value_at(std::uint32_t location, Position write) const {
  if (write == kInitial) return locations_[location].initial;
  if (trace_[write].location == location) return trace_[write].written;
  const LocationInfo& info = locations_[location];
  return cell_value(location, {.begin = 0, .end = info.size, .writes = {}}, write);
}

bool Run::futile(ThreadId t, const exec::Value& value) {
  if (!thread(t).may_wait()) return false;
  ThreadStates::Futile& known = threads_[t.index()].futile(trace_.length(t));
  const auto it = std::ranges::find(known, value, &std::pair<exec::Value, bool>::first);
  if (it != known.end()) return it->second;
  Reader reader{t, trace_.last(t)};
  if (thread(t).may_put_back()) reader.location = resolve_next(t).location;
  const bool futile = comes_back(thread(t), reader, value);
  known.emplace_back(value, futile);
  return futile;
}

Position Run::push(TraceEvent e, std::span<const Position> also_after) {
  if (trace_.length(e.thread) >= options_.max_operations && threads_.size() > 1)
    throw LimitReached{{Limit::Operations, options_.max_operations}};
  ++events_performed_;
  const exec::Thread& before = threads_[e.thread.index()][trace_.length(e.thread)];
  e.time = before.time();
  e.glued = before.next().kind == OpKind::AtomicBegin ||
            (after_glue(e.thread) && before.next().kind != OpKind::AtomicEnd);
  const Position p = trace_.push(e, also_after);
  TraceEvent& pushed = trace_.at(p);
  pushed.settled = options_.model != Model::PSO || settles(pushed.kind) ? pushed.index + 1
                   : pushed.index == 0                                  ? 0
                                       : trace_[pushed.predecessor].settled;
  return p;
}

// Does the next operation of t. In the extension reads obtain what memory holds; in a plan they
// obtain `source`.
Position Run::perform(ThreadId t, Position source, std::uint32_t choice, bool in_extension,
                      bool open, const Torn* torn) {
  exec::Thread& next = threads_[t.index()].push_copy();
  const Op& op = threads_[t.index()][trace_.length(t)].next();
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
      const Resolved r = resolve_next(t);
      if (in_extension) {
        source = r.ok ? last_write_[r.location] : kInitial;
        open = reads_ == Reads::Value;
      }
      return perform_access(r, op, next, source, choice, open, torn);
    }
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
      const auto error = exec::free_error(r, [&] { return has_ended(t, r.slot); });
      e.failed = error.has_value();
      p = push(e);
      if (error)
        executor_.fail(next, *error);
      else
        end_life(r.slot, p);
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
      const auto error = exec::access_error(op, r, [&] { return has_ended(t, r.slot); });
      e.failed = error.has_value();
      result = {r.object_size};
      if (error) executor_.fail(next, *error);
      break;
    }
    case OpKind::AtomicBegin:
      if (reads_ == Reads::From) {
        if (!stops_spinning) throw NeedsCausalMaps{};
        throw NeedsExhaustive{"atomic sections", op.source};
      }
      e.kind = EventKind::Fence;
      break;
    default:
      break;
  }
  if (p == kInitial) p = push(e);
  if (!trace_[p].failed) executor_.resume(next, result, trace_[p].time);
  return p;
}

Position Run::perform_access(const Resolved& r, const Op& op, exec::Thread& next, Position source,
                             std::uint32_t choice, bool open, const Torn* torn) {
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
  } else if (is_sync(op, SyncOp::BarrierArrive)) {
    const exec::Effect f = exec::apply(op, barrier_value(r.location, trace_.size()), t);
    e.kind = EventKind::Fence;
    result = f.result;
    e.written = f.result;  // the round
    if (f.result.lo > 0)
      for (Position before : arrivals(r.location, f.result.lo - 1, trace_.size())) {
        if (careful_)
          also_after.push_back(before);
        else if (trace_.last(t) == kInitial || !trace_.before(before, trace_.last(t)))
          throw NeedsExhaustive{.construct = "a barrier with more threads than its count",
                                .source = op.source,
                                .careful = true};
      }
  } else if (is_sync(op, SyncOp::BarrierAwait)) {
    e.kind = EventKind::Fence;
    also_after = round_of(t, op);
    const auto least = std::ranges::min_element(
        also_after, {}, [&](Position arrival) { return trace_[arrival].thread; });
    result = {least != also_after.end() && trace_[*least].thread == t ? 1u : 0u};
  } else if (is_sync(op, SyncOp::CondAwait)) {
    e.kind = EventKind::Fence;
    if (const Position w = waker(t, r.location); w != kInitial) also_after.push_back(w);
  } else {
    const bool release = !records_source(op);
    // A release does the same whatever it finds, and plans do not say what that is.
    if (!release) e.read = torn != nullptr ? torn->value : value_at(r.location, source);
    const exec::Effect f = exec::apply(op, e.read, t, choice);
    if (open) source = kInitial;
    if (f.error) {
      e.failed = true;
      // A release that fails does so whatever it finds.
      e.kind = release && reads_ == Reads::Value ? EventKind::Local : EventKind::AtomicRead;
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
  if (next.has_put_back() && !stops_spinning) throw NeedsCausalMaps{};
  return p;
}

Position Run::section_end(Position p) const {
  while (trace_[p].glued && trace_[p].index + 1 < trace_.length(trace_[p].thread))
    p = trace_.position(trace_[p].thread, trace_[p].index + 1);
  return p;
}

// How many of t's first n events have reached memory for sure once the last of them has an effect
// on another thread. Under PSO a write may reach memory after later writes of its thread: only what
// lies before a drain or a store-store fence is certain.
std::uint32_t Run::settled(ThreadId t, std::uint32_t n) const {
  return n == 0 ? 0 : trace_[trace_.position(t, n - 1)].settled;
}

bool Run::settles(EventKind kind) const {
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

// Whether what p obtained shows that its source had reached memory.
bool Run::shows_source(Position p) const {
  const TraceEvent& e = trace_[p];
  return e.source != kInitial && (trace_[e.source].thread != e.thread || e.kind != EventKind::Read);
}

// By thread: how many of its writes to r's location are there for r to see, or hidden behind others
// of that thread.
void Run::find_settled(const Reader& r) {
  settled_.assign(trace_.thread_count(), 0);
  if (r.predecessor == kInitial) return;
  const std::uint16_t* seen = trace_.clock(r.predecessor);
  for (std::size_t i = 0; i < settled_.size(); ++i) {
    const ThreadId t{i};
    settled_[i] = static_cast<std::uint32_t>(
        trace_.writes_before(r.location, t, t == r.thread ? seen[i] : settled(t, seen[i])));
  }
  if (options_.model != Model::PSO) return;
  // Writes to one location reach memory in order, so a write that was seen settles those before it.
  for (Position q : trace_.reads_on(r.location)) {
    if (!shows_source(q) || !trace_.before(q, r.predecessor)) continue;
    const TraceEvent& w = trace_[trace_[q].source];
    settled_[w.thread.index()] = std::max(
        settled_[w.thread.index()],
        static_cast<std::uint32_t>(trace_.writes_before(r.location, w.thread, w.index + 1)));
  }
}

// Whether causality hides w from r, whose settled writes were found: another write to the location
// lies between them. It is enough to look at the last write of each thread that r is sure to find.
bool Run::hidden(const Reader& r, Position w) const {
  for (std::size_t i = 0; i < settled_.size(); ++i) {
    const std::size_t n = settled_[i];
    if (n == 0) continue;
    const Position last = trace_.writes_on(r.location, ThreadId{i})[n - 1];
    if (last == w) continue;
    if (w == kInitial) return true;
    if (comes_before(w, last)) return true;
  }
  return false;
}

// Whether, of two writes to one location, the first reaches memory before the second in every run.
// Under PSO it must have reached memory before the second was issued, or be of the same thread.
bool Run::comes_before(Position first, Position second) const {
  if (!trace_.before(first, second)) return false;
  const ThreadId author = trace_[first].thread;
  if (author == trace_[second].thread ||
      trace_[first].index < settled(author, trace_.clock(second)[author.index()]))
    return true;
  return std::ranges::any_of(trace_.reads_on(trace_[first].location), [&](Position q) {
    return trace_[q].source == first && shows_source(q) && trace_.before(q, second);
  });
}

void Run::cut(std::uint32_t length) {
  trace_.cut(length);
  while (!ended_.empty() && ended_.back().second >= length) {
    const auto times = times_ended_.find(ended_.back().first.value);
    if (--times.value() == 0) times_ended_.erase(times);
    ended_.pop_back();
  }
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

bool Run::reaches_memory(RunStep step) const {
  const TraceEvent& e = trace_[step.position()];
  return e.kind == EventKind::Write ? options_.model == Model::SC || step.memory_write()
                                    : e.writes();
}

void Run::note_last_writes() {
  std::fill(last_write_.begin(), last_write_.end(), kInitial);
  for (const RunStep step : sigma_)
    if (reaches_memory(step)) last_write_[trace_[step.position()].location] = step.position();
}

Event Run::event_at(Position p) const {
  const TraceEvent& e = trace_[p];
  Event x{.kind = e.kind, .drain = drain_of(op_of(p)), .glued = e.glued, .thread = e.thread};
  if (x.reads() || x.writes()) x.location = LocationId{e.location};
  return x;
}

Drain Run::drain_of(const exec::Op& op) const {
  const bool atomic =
      op.kind == exec::OpKind::Rmw || op.kind == exec::OpKind::Cas || op.kind == exec::OpKind::Sync;
  return atomic && options_.model.pso_rmw == PsoRmw::Location ? Drain::Location : Drain::All;
}

void Run::note_verified() {
  Statistics& statistics = result_.statistics;
  const consistency::Statistics& how = verifier_.statistics();
  statistics.search_states += how.states;
  statistics.closure_edges += how.closure_edges;
  switch (how.decided_by) {
    case consistency::DecidedBy::Static:
      ++statistics.by_inspection;
      break;
    case consistency::DecidedBy::Greedy:
      ++statistics.by_greedy;
      break;
    case consistency::DecidedBy::Closure:
      ++statistics.by_closure;
      break;
    case consistency::DecidedBy::Search:
      ++statistics.by_search;
      break;
  }
}

}  // namespace overtake::smc

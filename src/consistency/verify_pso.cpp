// VerifyPSO: is there a PSO run of (X, RF)? (RF §4.2, algorithm 2)
//
// Where VerifyTSO is eager with thread events and branches over memory-writes, VerifyPSO is lazy
// with memory-writes and branches over thread events: a memory-write is executed just before the
// read that needs it, or the step that drains it. Only spurious writes (no remaining read wants
// them) go to memory as soon as their location is not held. Which thread events have been executed
// then almost determines memory: prefixes with the same thread events differ only in which spurious
// writes are still pending because a read holds their location, and that matters only to the
// fences after them. A fence map keeps just that: for threads t, t' the last read of t' that has
// to come before t's next fence. States are thread events plus fence map: polynomial for a fixed
// number of threads.
//
// Store-store fences break the argument in one place. Let t: w(y); ss; w'(x), where w' is spurious,
// w wanted by a later read, and another thread is about to write x and hold it. Being lazy with w
// keeps w' pending, and then blocked; the run that flushed w and w' first has an emptier buffer and
// may be the only one to reach t's next fence. So being lazy is no longer safe for a write with a
// pending write after it in a later epoch (an epoch ends at each store-store fence): its flush is
// a choice of its own. Completeness, then (L: thread events; W: writes in memory):
//
//   For every prefix s' of a witness the search meets a prefix s with (i) L(s) = L(s'); (ii) writes
//   of W(s) that a remaining read wants are in W(s'); (iii) a pending write of s on a held location
//   is pending in s' too, or, for threads without store-store fences and partial drains, the fence
//   map of s is not greater than that of s'.
//
// Follow s' by one event. A memory-write m of s' is skipped as long as no step needs it. Let a step
// need the flush of w in s (its source, or a drained write); w is in W(s'). Its location is not
// held in s, else by (ii) its holder would block w in s' too. What must precede w are (a) the own
// writes of its readers, pending writes before it in its buffer, and all pending writes m on
// its location that s' flushed earlier: they are overwritten by w, so no read wants them, so they
// are spurious, and were executed in s unless an earlier epoch blocks them; (b) writes d of earlier
// epochs, which are in W(s'). In case of (b), and in case of (a) for the epochs before m, the
// search may choose to flush d first, in the order of s', and by the same argument each d is
// executable when its turn comes. So w becomes executable, and after w nothing is pending on its
// location that s' has flushed: (iii) holds again. Merging two states with equal keys preserves (i)
// to (iii): a wanted write of a thread without store-store fences is in memory only if its reader
// or a fence after it is in L, which forces it in s' as well; for the other threads the key
// contains the buffers themselves.
//
// The fence map counts the reads of the holder's own thread as well. RF leaves them out; but they
// block t's fence like any other read, and a state that differs in nothing else can fail where its
// twin succeeds.
//
// An RMW is a read whose location is held by its own source, and so RF's argument that spurious
// writes are never in the way (§4.2, case 1) does not carry over to §4.4: a spurious write blocked
// by that source stays pending when the RMW writes, and a later read of its thread that wants the
// RMW's write finds it in the buffer. So where a blocked write is the last own write before a read
// of another thread's write, the key says so too, and (iii) holds for it.
//
// Buffer-writes, reads whose source is in memory or in the own buffer, and steps that have nothing
// to drain are executed without branching: they hinder no other step, as in VerifyTSO.
#include "consistency/verify_pso.h"

#include <algorithm>

namespace overtake::consistency {

void VerifyPso::start() {
  const Instance& in = *instance_;
  pending_ = kNext + in.threads;
  epoch_ = pending_ + in.threads;
  left_ = epoch_ + in.threads;
  front_ = left_ + in.epoch_left.size();
  active_ = front_ + in.buffers.size();
  done_ = active_ + in.locations;
  remaining_ = done_ + in.write_count;
  cells_.reset(remaining_ + in.write_count);
  for (std::uint32_t t = 0; t < in.threads; ++t) {
    cells_.init(kNext + t, in.thread_begin[t]);
    std::uint32_t epoch = 0;
    while (in.epoch_begin[t] + epoch + 1 < in.epoch_begin[t + 1] &&
           in.epoch_left[in.epoch_begin[t] + epoch] == 0)
      ++epoch;
    cells_.init(epoch_ + t, epoch);
  }
  for (std::size_t e = 0; e < in.epoch_left.size(); ++e) cells_.init(left_ + e, in.epoch_left[e]);
  for (std::size_t b = 0; b < in.buffers.size(); ++b) cells_.init(front_ + b, in.buffers[b].first);
  for (std::uint32_t x = 0; x < in.locations; ++x) {
    cells_.init(active_ + x, x);
    cells_.init(done_ + x, 1);
  }
  for (std::uint32_t w = 0; w < in.write_count; ++w) cells_.init(remaining_ + w, in.readers[w]);
  touched_.clear();
  last_drain_.clear();
}

Move VerifyPso::descend(Budget& budget) {
  do flush_spurious();
  while (advance_threads());
  if (witness_->size() == instance_->execution().events.size() + instance_->buffered_count)
    return Move::Complete;
  const std::size_t first = candidates_.size();
  add_candidates();
  if (candidates_.size() == first) return Move::Stuck;
  if (!budget.spend()) return Move::GaveUp;
  if (has_failed()) {
    candidates_.resize(first);
    return Move::Stuck;
  }
  sort_candidates(first, [](const PsoCandidate& c) { return c.rank; });
  open_frame(first);
  return backtrack() ? Move::Progress : Move::Stuck;
}

// The next step of every thread that has one, and the flushes that are choices of their own.
void VerifyPso::add_candidates() {
  demand_.assign(instance_->threads, {kNone, kNone});
  for (std::uint32_t t = 0; t < instance_->threads; ++t) {
    const std::uint32_t at = cells_[kNext + t];
    if (at == instance_->thread_end(t) || !ordered_steps_done(at)) continue;
    const Step& step = instance_->steps[at];
    const std::uint32_t rank = (*ranks_)[at];
    if (step.kind == StepKind::Read) {
      note_demand(step.write, rank);
      if (!can_flush_source(step.write)) continue;
    }
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a)
      if (instance_->accesses[a].source != kNone) note_demand(instance_->accesses[a].source, rank);
    candidates_.push_back({t, kNone, std::uint64_t{rank} << 32});
  }
  for (std::uint32_t t = 0; t < instance_->threads; ++t)
    if (instance_->orders_stores[t] && cells_[pending_ + t] >= 2) add_flushes(t);
}

void VerifyPso::note_demand(std::uint32_t source, std::uint32_t rank) {
  if (done(source) || !issued(source)) return;
  Demand& demand = demand_[instance_->writes[source].thread];
  if (rank < demand.rank) demand = {rank, instance_->writes[source].epoch};
}

// The writes of a thread that have a pending write of a later epoch after them.
void VerifyPso::add_flushes(std::uint32_t thread) {
  const Instance& in = *instance_;
  std::uint32_t newest_epoch = 0;
  for (std::uint32_t s = cells_[kNext + thread]; s-- > in.thread_begin[thread];) {
    if (in.steps[s].kind != StepKind::Buffer) continue;
    newest_epoch = in.steps[s].epoch;
    break;
  }
  const Demand& demand = demand_[thread];
  for (std::uint32_t b = in.buffer_begin[thread]; b < in.buffer_begin[thread + 1]; ++b) {
    const std::uint32_t front = cells_[front_ + b];
    if (front == kNone || in.writes[front].epoch >= newest_epoch) continue;
    if (!issued(front) || !may_flush(front)) continue;
    const std::uint32_t own = (*ranks_)[memory_node(in, in.writes[front].step)];
    const bool demanded = in.writes[front].epoch < demand.epoch;
    const std::uint32_t urgency = !ranks_->by_demand ? own : demanded ? demand.rank : kNone;
    candidates_.push_back({kNone, b, std::uint64_t{urgency} << 32 | own});
  }
}

bool VerifyPso::attempt(const PsoCandidate& candidate) {
  touched_.clear();
  if (candidate.thread != kNone) return try_step(candidate.thread);
  flush(cells_[front_ + candidate.buffer]);
  return true;
}

// Every step that needs no flush: buffer-writes, reads that find their source, empty drains.
bool VerifyPso::advance_threads() {
  bool any = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t t = 0; t < instance_->threads; ++t)
      while (advance(t)) changed = true;
    any = any || changed;
  }
  return any;
}

bool VerifyPso::advance(std::uint32_t thread) {
  const std::uint32_t at = cells_[kNext + thread];
  if (at == instance_->thread_end(thread)) return false;
  const Step& step = instance_->steps[at];
  if (!ordered_steps_done(at)) return false;
  switch (step.kind) {
    case StepKind::Buffer:
      break;
    case StepKind::Read:
      if (instance_->writes[step.write].thread != thread && !done(step.write)) return false;
      break;
    case StepKind::Atomic:
      if (step.writes) return false;
      if (step.wait != Wait::Nothing && cells_[pending_ + thread] != 0) return false;
      for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
        const std::uint32_t source = instance_->accesses[a].source;
        if (source != kNone && !done(source)) return false;
      }
  }
  finish_step(at);
  return true;
}

// The next step of a thread, after the flushes that it needs. On failure the state is partly
// changed, and the caller undoes it.
bool VerifyPso::try_step(std::uint32_t thread) {
  const std::uint32_t at = cells_[kNext + thread];
  const Step& step = instance_->steps[at];
  if (step.kind == StepKind::Read) {
    if (!flush_source(step.write)) return false;
  } else {
    if (step.wait != Wait::Nothing && !drain(thread, step)) return false;
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
      const Access& access = instance_->accesses[a];
      if (access.source != kNone && !flush_source(access.source)) return false;
    }
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
      const Access& access = instance_->accesses[a];
      if (access.write == kNone) continue;
      const std::uint32_t own = access.source != kNone ? 1 : 0;
      if (cells_[remaining_ + cells_[active_ + access.location]] != own) return false;
      if (!waits_done(access.write)) return false;
    }
    if (step.writes && !constraints_done(at)) return false;
  }
  finish_step(at);
  return true;
}

// Flushes what `step` waits for, oldest first.
bool VerifyPso::drain(std::uint32_t thread, const Step& step) {
  if (cells_[pending_ + thread] == 0) return true;
  std::uint32_t epochs = kNone;  // all writes of earlier epochs
  if (step.wait == Wait::OwnLocation) {
    epochs = step.writes ? step.epoch : 0;
    for (std::uint32_t b = instance_->buffer_begin[thread]; b < instance_->buffer_begin[thread + 1];
         ++b) {
      if (instance_->buffers[b].location != step.location) continue;
      for (std::uint32_t w = cells_[front_ + b]; w != kNone && issued(w);
           w = instance_->writes[w].next_in_buffer)
        epochs = std::max(epochs, instance_->writes[w].epoch);
    }
  }
  // Epoch by epoch; within an epoch the buffers do not depend on each other.
  for (bool changed = true; changed;) {
    changed = false;
    bool left = false;
    for (std::uint32_t b = instance_->buffer_begin[thread]; b < instance_->buffer_begin[thread + 1];
         ++b) {
      const bool own_location =
          step.wait == Wait::OwnLocation && instance_->buffers[b].location == step.location;
      for (;;) {
        const std::uint32_t w = cells_[front_ + b];
        if (w == kNone || !issued(w)) break;
        if (!own_location && instance_->writes[w].epoch >= epochs) break;
        if (!may_flush(w)) {
          left = true;
          break;
        }
        flush(w);
        changed = true;
      }
    }
    if (!left) return true;
  }
  return false;
}

bool VerifyPso::can_flush_source(std::uint32_t write) const {
  const std::uint32_t buffer = instance_->writes[write].buffer;
  return buffer != kNone && issued(write) && cells_[front_ + buffer] == write && may_flush(write);
}

bool VerifyPso::flush_source(std::uint32_t write) {
  if (done(write)) return true;
  if (!can_flush_source(write)) return false;
  flush(write);
  return true;
}

// The write is issued and the oldest of its buffer: may it go to memory?
bool VerifyPso::may_flush(std::uint32_t write) const {
  const Write& w = instance_->writes[write];
  return !held(w.location) && cells_[epoch_ + w.thread] == w.epoch && waits_done(write) &&
         constraints_done(memory_node(*instance_, w.step));
}

void VerifyPso::flush(std::uint32_t write) {
  const Write& w = instance_->writes[write];
  cells_.set(front_ + w.buffer, w.next_in_buffer);
  cells_.set(done_ + write, 1);
  cells_.set(active_ + w.location, write);
  cells_.set(pending_ + w.thread, cells_[pending_ + w.thread] - 1);
  const std::uint32_t first_epoch = instance_->epoch_begin[w.thread];
  const std::size_t left = left_ + first_epoch + w.epoch;
  cells_.set(left, cells_[left] - 1);
  touch(w.location);
  if (cells_[left] == 0 && first_epoch + w.epoch + 1 < instance_->epoch_begin[w.thread + 1]) {
    std::uint32_t epoch = w.epoch;
    while (first_epoch + epoch + 1 < instance_->epoch_begin[w.thread + 1] &&
           cells_[left_ + first_epoch + epoch] == 0)
      ++epoch;
    cells_.set(epoch_ + w.thread, epoch);
    for (std::uint32_t b = instance_->buffer_begin[w.thread];
         b < instance_->buffer_begin[w.thread + 1]; ++b)
      if (cells_[front_ + b] != kNone) touch(instance_->buffers[b].location);
  }
  witness_->push_back({EventId{instance_->write_event(write)}, true});
}

void VerifyPso::consume(std::uint32_t source) {
  cells_.set(remaining_ + source, cells_[remaining_ + source] - 1);
  touch(instance_->writes[source].location);
}

void VerifyPso::finish_step(std::uint32_t at) {
  const Step& step = instance_->steps[at];
  if (step.kind == StepKind::Read) {
    consume(step.write);
  } else if (step.kind == StepKind::Buffer) {
    cells_.set(pending_ + step.thread, cells_[pending_ + step.thread] + 1);
    touch(step.location);
  } else {
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
      const Access& access = instance_->accesses[a];
      if (access.source != kNone) consume(access.source);
      if (access.write == kNone) continue;
      cells_.set(active_ + access.location, access.write);
      cells_.set(done_ + access.write, 1);
      touch(access.location);
    }
  }
  cells_.set(kNext + step.thread, at + 1);
  emit(*instance_, step, *witness_);
}

// Line 4 of the algorithm: every spurious write that is executable, until there is none.
void VerifyPso::flush_spurious() {
  while (!touched_.empty()) {
    const std::uint32_t location = touched_.back();
    touched_.pop_back();
    if (held(location)) continue;
    for (std::uint32_t b = instance_->buffers_at[location]; b != kNone;
         b = instance_->buffers[b].next_at_location) {
      const std::uint32_t w = cells_[front_ + b];
      if (w != kNone && issued(w) && spurious(w) && may_flush(w)) flush(w);
    }
  }
}

}  // namespace overtake::consistency

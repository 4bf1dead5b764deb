// VerifyTSO: is there a TSO run of (X, RF)? (RF §4.1, algorithm 1)
//
// The search builds runs memory event by memory event, and executes thread events (reads,
// buffer-writes, fences) as soon as they are executable: a thread event never hinders another
// event, and an executed read frees the location it holds. So for each lower set of memory events
// one prefix is enough, the one that is maximal in thread events, and the failed states are
// remembered by the number of memory events that each thread has done: O(n^k) states for k threads.
//
// A memory event that writes x is executable if x is not held (every read that wants the active
// write of x has been executed) and if the own writes of its readers have reached memory (condition
// 2b: otherwise they would hide it). That makes every prefix valid, which is soundness;
// completeness is the maximality above (RF lemma 4.1).
//
// SC is the special case in which every write is an atomic step, and this file decides it too: the
// states are then the lower sets of writes instead of all events.
//
// Two things differ from the paper. A write that no remaining read wants, onto a location that no
// remaining read wants either, is executed without branching: postponing it does not help, because
// a read that would find it or its predecessor in memory is not one that this run needs. And a
// state is remembered when it has failed, not when it is met, so that a search that never turns
// back never hashes.
#include "consistency/verify_tso.h"

#include <algorithm>

namespace overtake::consistency {

void VerifyTso::start() {
  const std::uint32_t k = instance_->threads;
  memory_ = kNext + k;
  active_ = memory_ + k;
  remaining_ = active_ + instance_->locations;
  cells_.reset(remaining_ + instance_->write_count);
  for (std::uint32_t t = 0; t < k; ++t) cells_.init(kNext + t, instance_->thread_begin[t]);
  for (std::uint32_t x = 0; x < instance_->locations; ++x) cells_.init(active_ + x, x);
  for (std::uint32_t w = 0; w < instance_->write_count; ++w)
    cells_.init(remaining_ + w, instance_->readers[w]);
}

// One memory event further: the best executable one, with a frame if there are others.
Move VerifyTso::descend(Budget& budget) {
  advance_threads();
  const std::size_t first = candidates_.size();
  bool complete = true;
  for (std::uint32_t t = 0; t < instance_->threads; ++t) {
    if (next_memory_event(t) == kNone) {
      complete = complete && cells_[kNext + t] == instance_->thread_end(t);
      continue;
    }
    complete = false;
    if (!may_execute(t)) continue;
    if (is_dead(t)) {
      candidates_.resize(first);
      execute(t);
      return Move::Progress;
    }
    candidates_.push_back(t);
  }
  if (complete) return Move::Complete;
  if (candidates_.size() == first) return Move::Stuck;
  if (candidates_.size() > first + 1) {
    if (!budget.spend()) return Move::GaveUp;
    if (has_failed()) {
      candidates_.resize(first);
      return Move::Stuck;
    }
    note_urgency(first);
    sort_candidates(first, [&](std::uint32_t t) { return urgency_[t]; });
    open_frame(first);
  }
  const std::uint32_t best = candidates_.back();
  candidates_.pop_back();
  execute(best);
  return Move::Progress;
}

// By demand: a memory event is as urgent as the step that waits for its thread's buffer.
void VerifyTso::note_urgency(std::size_t first) {
  const Ranks& ranks = *ranks_;
  urgency_.assign(instance_->threads, kNone);
  const auto demand = [&](std::uint32_t thread, std::uint32_t rank) {
    urgency_[thread] = std::min<std::uint64_t>(urgency_[thread], rank);
  };
  if (ranks.by_demand) {
    for (std::uint32_t t = 0; t < instance_->threads; ++t) {
      const std::uint32_t at = cells_[kNext + t];
      if (at == instance_->thread_end(t)) continue;
      const Step& step = instance_->steps[at];
      if (step.kind == StepKind::Read) {
        if (!done(step.write)) demand(instance_->writes[step.write].thread, ranks[at]);
        continue;
      }
      demand(t, ranks[at]);
      for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
        const std::uint32_t source = instance_->accesses[a].source;
        if (source != kNone && !done(source)) demand(instance_->writes[source].thread, ranks[at]);
      }
    }
  }
  for (std::size_t c = first; c < candidates_.size(); ++c) {
    const std::uint32_t t = candidates_[c];
    urgency_[t] = urgency_[t] << 32 | ranks[memory_node(*instance_, next_memory_event(t))];
  }
}

bool VerifyTso::attempt(std::uint32_t thread) {
  execute(thread);
  return true;
}

// The next thread event of `thread`, if it is executable and writes no memory. Explorations
// spend much of their time here.
inline bool VerifyTso::advance(std::uint32_t thread) {
  const std::uint32_t at = cells_[kNext + thread];
  if (at == instance_->thread_end(thread)) return false;
  const Step& step = instance_->steps[at];
  if (!ordered_steps_done(at)) return false;
  switch (step.kind) {
    case StepKind::Buffer:
      break;
    case StepKind::Read:
      if (instance_->writes[step.write].thread != thread && !done(step.write)) return false;
      cells_.set(remaining_ + step.write, cells_[remaining_ + step.write] - 1);
      break;
    case StepKind::Atomic:
      if (step.writes) return false;
      if (step.wait != Wait::Nothing && cells_[memory_ + thread] < step.memory_before) return false;
      if (!sources_done(step)) return false;
      execute_accesses(step);
  }
  cells_.set(kNext + thread, at + 1);
  emit(*instance_, step, *witness_);
  return true;
}

void VerifyTso::advance_threads() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t t = 0; t < instance_->threads; ++t)
      while (advance(t)) changed = true;
  }
}

bool VerifyTso::may_execute(std::uint32_t thread) const {
  const std::uint32_t at = next_memory_event(thread);
  const Step& step = instance_->steps[at];
  const std::uint32_t next = cells_[kNext + thread];
  if (step.kind == StepKind::Buffer)
    return next > at && !held(step.location) && waits_done(step.write) &&
           constraints_done(memory_node(*instance_, at));
  if (next != at || !ordered_steps_done(at) || !sources_done(step)) return false;
  for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
    const Access& access = instance_->accesses[a];
    if (access.write == kNone) continue;
    const std::uint32_t own = access.source != kNone ? 1 : 0;
    if (cells_[remaining_ + cells_[active_ + access.location]] != own) return false;
    if (!waits_done(access.write)) return false;
  }
  return constraints_done(at);
}

// No read wants what it writes, and it reads nothing.
bool VerifyTso::is_dead(std::uint32_t thread) const {
  const Step& step = instance_->steps[next_memory_event(thread)];
  if (step.kind == StepKind::Buffer) return cells_[remaining_ + step.write] == 0;
  for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
    const Access& access = instance_->accesses[a];
    if (access.source != kNone || cells_[remaining_ + access.write] != 0) return false;
  }
  return true;
}

void VerifyTso::execute(std::uint32_t thread) {
  const std::uint32_t at = next_memory_event(thread);
  const Step& step = instance_->steps[at];
  cells_.set(memory_ + thread, cells_[memory_ + thread] + 1);
  if (step.kind == StepKind::Buffer) {
    cells_.set(active_ + step.location, step.write);
    witness_->push_back({EventId{step.event}, true});
    return;
  }
  execute_accesses(step);
  cells_.set(kNext + thread, at + 1);
  emit(*instance_, step, *witness_);
}

void VerifyTso::execute_accesses(const Step& step) {
  for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
    const Access& access = instance_->accesses[a];
    if (access.source != kNone)
      cells_.set(remaining_ + access.source, cells_[remaining_ + access.source] - 1);
    if (access.write != kNone) cells_.set(active_ + access.location, access.write);
  }
}

// Every source is in memory; that it is still there is what `held` sees to.
bool VerifyTso::sources_done(const Step& step) const {
  for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
    const std::uint32_t source = instance_->accesses[a].source;
    if (source != kNone && !done(source)) return false;
  }
  return true;
}

Hash128 VerifyTso::key() const {
  Hash128 h;
  for (std::uint32_t m : cells_.cells(memory_, instance_->threads)) h.add(m);
  return h;
}

}  // namespace overtake::consistency

// NaiveVerifySC / TSO / PSO: the enumeration of all lower sets of (X, PO), thread events and
// memory-writes alike (RF §3, §6.1). Prefixes with the same events are interchangeable, because in
// a valid prefix the active write of a held location is determined; so the failed states are lower
// sets: n^k under SC, n^2k under TSO, n^k(d+1) under PSO. It is here to be compared with, and
// shares with VerifyTSO and VerifyPSO only what an executable event is.
#include "consistency/naive.h"

#include <algorithm>

namespace overtake::consistency {

void Naive::start() {
  remaining_ = layout(instance_->write_count);
  for (std::uint32_t w = 0; w < instance_->write_count; ++w)
    cells_.init(remaining_ + w, instance_->readers[w]);
}

Move Naive::descend(Budget& budget) {
  if (complete()) return Move::Complete;
  if (!budget.spend()) return Move::GaveUp;
  if (has_failed()) return Move::Stuck;
  const std::size_t first = candidates_.size();
  for (std::uint32_t t = 0; t < instance_->threads; ++t)
    if (may_step(t)) candidates_.push_back(t);
  for (std::uint32_t q = 0; q < queues_.count(); ++q)
    if (may_flush(q)) candidates_.push_back(instance_->threads + q);
  sort_candidates(first, [&](std::uint32_t c) { return urgency(c); });
  open_frame(first);
  return backtrack() ? Move::Progress : Move::Stuck;
}

std::uint32_t Naive::urgency(std::uint32_t candidate) const {
  if (candidate < instance_->threads) return (*ranks_)[cells_[kNext + candidate]];
  const Write& w = instance_->writes[oldest(candidate - instance_->threads)];
  return (*ranks_)[memory_node(*instance_, w.step)];
}

bool Naive::may_step(std::uint32_t thread) const {
  const Instance& in = *instance_;
  const std::uint32_t at = cells_[kNext + thread];
  if (at == in.thread_end(thread) || !ordered_steps_done(at)) return false;
  const Step& step = in.steps[at];
  if (step.kind == StepKind::Buffer) return true;
  if (step.kind == StepKind::Read)
    return in.writes[step.write].thread == thread || done(step.write);
  if (!drained(at)) return false;
  for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
    const Access& access = in.accesses[a];
    if (access.source != kNone && !done(access.source)) return false;
    if (access.write == kNone) continue;
    if (wanted(access.location) != (access.source != kNone ? 1u : 0u)) return false;
    if (!waits_done(access.write)) return false;
  }
  return !step.writes || constraints_done(at);
}

bool Naive::may_flush(std::uint32_t queue) const {
  const std::uint32_t write = oldest(queue);
  if (write == kNone) return false;
  const Write& w = instance_->writes[write];
  return step_done(w.step) && wanted(w.location) == 0 && waits_done(write) &&
         earlier_epochs_done(w.thread, w.epoch) &&
         constraints_done(memory_node(*instance_, w.step));
}

void Naive::flush(std::uint32_t queue) {
  const std::uint32_t write = oldest(queue);
  const Write& w = instance_->writes[write];
  leave_queue(queue, w);
  cells_.set(done_ + write, 1);
  cells_.set(active_ + w.location, write);
  witness_->push_back({EventId{instance_->write_event(write)}, true});
}

bool Naive::attempt(std::uint32_t candidate) {
  const Instance& in = *instance_;
  if (candidate >= in.threads) {
    flush(candidate - in.threads);
    return true;
  }
  const std::uint32_t at = cells_[kNext + candidate];
  const Step& step = in.steps[at];
  if (step.kind == StepKind::Buffer)
    cells_.set(pending_ + candidate, cells_[pending_ + candidate] + 1);
  if (step.kind == StepKind::Read)
    cells_.set(remaining_ + step.write, cells_[remaining_ + step.write] - 1);
  for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
    const Access& access = in.accesses[a];
    if (access.source != kNone)
      cells_.set(remaining_ + access.source, cells_[remaining_ + access.source] - 1);
    if (access.write == kNone) continue;
    cells_.set(active_ + access.location, access.write);
    cells_.set(done_ + access.write, 1);
  }
  cells_.set(kNext + candidate, at + 1);
  emit(in, step, *witness_);
  return true;
}

// Next steps and queues.
Hash128 Naive::key() const {
  Hash128 h;
  for (std::uint32_t cell : cells_.cells(0, instance_->threads + queues_.count())) h.add(cell);
  return h;
}

}  // namespace overtake::consistency

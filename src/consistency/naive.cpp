// NaiveVerifySC / TSO / PSO: the enumeration of all lower sets of (X, PO), thread events and
// memory-writes alike (RF §3, §6.1). Prefixes with the same events are interchangeable, because in
// a valid prefix the active write of a held location is determined; so the failed states are lower
// sets: n^k under SC, n^2k under TSO, n^k(d+1) under PSO. It is here to be compared with, and
// shares with VerifyTSO and VerifyPSO only what an executable event is.
#include "consistency/naive.h"

#include <algorithm>

namespace overtake::consistency {

Outcome Naive::run(const Instance& instance, const Constraints* constraints, const Ranks& ranks,
                   Budget& budget, Witness& witness) {
  instance_ = &instance;
  constraints_ = constraints;
  witness_ = &witness;
  start();
  const std::size_t total = instance.execution().events.size() + instance.buffered_count;
  const auto rank = [&](std::uint32_t c) {
    if (c < instance.threads) return ranks[cells_[next_ + c]];
    const std::uint32_t q = c - instance.threads;
    return ranks[memory_node(instance, instance.writes[queues_.writes[cells_[front_ + q]]].step)];
  };
  for (;;) {
    if (witness.size() == total) return Outcome::Witness;
    const std::size_t first = candidates_.size();
    if (!budget.spend()) return Outcome::GaveUp;
    if (failed_.empty() || !failed_.contains(key())) {
      for (std::uint32_t t = 0; t < instance.threads; ++t)
        if (may_step(t)) candidates_.push_back(t);
      for (std::uint32_t q = 0; q < queues_.count(); ++q)
        if (may_flush(q)) candidates_.push_back(instance.threads + q);
      std::sort(candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
                [&](std::uint32_t a, std::uint32_t b) { return rank(a) > rank(b); });
      frames_.push_back({cells_.mark(), witness.size(), first});
    }
    while (!frames_.empty()) {
      const Frame& frame = frames_.back();
      cells_.undo(frame.trail);
      witness.resize(frame.witness);
      if (candidates_.size() > frame.candidates) break;
      failed_.insert(key());
      frames_.pop_back();
    }
    if (frames_.empty()) return Outcome::NoWitness;
    const std::uint32_t next = candidates_.back();
    candidates_.pop_back();
    execute(next);
  }
}

void Naive::start() {
  const Instance& in = *instance_;
  queues_.build(in);
  front_ = next_ + in.threads;
  pending_ = front_ + queues_.count();
  left_ = pending_ + in.threads;
  active_ = left_ + in.epoch_left.size();
  done_ = active_ + in.locations;
  remaining_ = done_ + in.write_count;
  cells_.reset(remaining_ + in.write_count);
  for (std::uint32_t t = 0; t < in.threads; ++t) cells_.init(next_ + t, in.thread_begin[t]);
  for (std::uint32_t q = 0; q < queues_.count(); ++q) cells_.init(front_ + q, queues_.begin[q]);
  for (std::size_t e = 0; e < in.epoch_left.size(); ++e) cells_.init(left_ + e, in.epoch_left[e]);
  for (std::uint32_t x = 0; x < in.locations; ++x) {
    cells_.init(active_ + x, x);
    cells_.init(done_ + x, 1);
  }
  for (std::uint32_t w = 0; w < in.write_count; ++w) cells_.init(remaining_ + w, in.readers[w]);
  frames_.clear();
  candidates_.clear();
  failed_.reset();
  witness_->clear();
}

bool Naive::may_step(std::uint32_t thread) const {
  const Instance& in = *instance_;
  const std::uint32_t at = cells_[next_ + thread];
  if (at == in.thread_end(thread)) return false;
  if (!in.order_head.empty())
    for (std::uint32_t l = in.order_head[at]; l != kNone; l = in.links[l].next)
      if (!step_done(in.links[l].value)) return false;
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

bool Naive::drained(std::uint32_t at) const {
  const Step& step = instance_->steps[at];
  if (step.wait == Wait::Nothing || cells_[pending_ + step.thread] == 0) return true;
  if (step.wait == Wait::AllBuffers) return false;
  const std::uint32_t own = queues_.own_buffered[at];
  if (own != kNone && !done(own)) return false;
  if (step.writes)
    for (std::uint32_t e = 0; e < step.epoch; ++e)
      if (cells_[left_ + instance_->epoch_begin[step.thread] + e] != 0) return false;
  return true;
}

bool Naive::may_flush(std::uint32_t queue) const {
  const std::uint32_t at = cells_[front_ + queue];
  if (at == queues_.begin[queue + 1]) return false;
  const std::uint32_t write = queues_.writes[at];
  const Write& w = instance_->writes[write];
  if (!step_done(w.step) || wanted(w.location) != 0 || !waits_done(write)) return false;
  for (std::uint32_t e = 0; e < w.epoch; ++e)
    if (cells_[left_ + instance_->epoch_begin[w.thread] + e] != 0) return false;
  return constraints_done(memory_node(*instance_, w.step));
}

void Naive::execute(std::uint32_t candidate) {
  const Instance& in = *instance_;
  if (candidate >= in.threads) {
    const std::uint32_t queue = candidate - in.threads;
    const std::uint32_t write = queues_.writes[cells_[front_ + queue]];
    const Write& w = in.writes[write];
    const std::size_t left = left_ + in.epoch_begin[w.thread] + w.epoch;
    cells_.set(front_ + queue, cells_[front_ + queue] + 1);
    cells_.set(pending_ + w.thread, cells_[pending_ + w.thread] - 1);
    cells_.set(left, cells_[left] - 1);
    cells_.set(done_ + write, 1);
    cells_.set(active_ + w.location, write);
    witness_->push_back({EventId{in.write_event(write)}, true});
    return;
  }
  const std::uint32_t at = cells_[next_ + candidate];
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
  cells_.set(next_ + candidate, at + 1);
  emit(in, step, *witness_);
}

bool Naive::constraints_done(std::uint32_t node) const {
  if (constraints_ == nullptr) return true;
  const auto steps = static_cast<std::uint32_t>(instance_->steps.size());
  for (std::uint32_t l = constraints_->head[node]; l != kNone; l = constraints_->links[l].next) {
    const std::uint32_t before = constraints_->links[l].value;
    if (before < steps ? !step_done(before) : !done(instance_->steps[before - steps].write))
      return false;
  }
  return true;
}

bool Naive::waits_done(std::uint32_t write) const {
  for (std::uint32_t l = instance_->wait_head[write]; l != kNone; l = instance_->links[l].next)
    if (!done(instance_->links[l].value)) return false;
  return true;
}

Hash128 Naive::key() const {
  Hash128 h;
  for (std::uint32_t cell : cells_.cells(0, instance_->threads + queues_.count())) h.add(cell);
  return h;
}

}  // namespace overtake::consistency

// What the searches share that walk the machine itself, with its store buffers as queues:
// NaiveVerify and the search for good writes.
#pragma once

#include <cstdint>

#include "consistency/depth_first.h"
#include "consistency/queues.h"

namespace overtake::consistency {

// A candidate is a thread, or the number of threads plus a queue.
template <class Search>
class QueueSearch : protected DepthFirst<Search, std::uint32_t> {
 protected:
  using Base = DepthFirst<Search, std::uint32_t>;
  using Base::cells_;
  using Base::instance_;
  using Base::kNext;

  // Where in cells_: by thread the next step (kNext); by queue its oldest write; by thread the
  // pending writes; by epoch the writes not in memory; by location the active write; by write
  // whether it is in memory. From the returned place on, `own` cells are the search's.
  std::size_t layout(std::size_t own) {
    const Instance& in = *instance_;
    queues_.build(in);
    front_ = kNext + in.threads;
    pending_ = front_ + queues_.count();
    left_ = pending_ + in.threads;
    active_ = left_ + in.epoch_left.size();
    done_ = active_ + in.locations;
    const std::size_t rest = done_ + in.write_count;
    cells_.reset(rest + own);
    for (std::uint32_t t = 0; t < in.threads; ++t) cells_.init(kNext + t, in.thread_begin[t]);
    for (std::uint32_t q = 0; q < queues_.count(); ++q) cells_.init(front_ + q, queues_.begin[q]);
    for (std::size_t e = 0; e < in.epoch_left.size(); ++e) cells_.init(left_ + e, in.epoch_left[e]);
    for (std::uint32_t x = 0; x < in.locations; ++x) {
      cells_.init(active_ + x, x);
      cells_.init(done_ + x, 1);
    }
    return rest;
  }

  bool done(std::uint32_t write) const { return cells_[done_ + write] != 0; }
  bool complete() const {
    return this->witness_->size() ==
           instance_->execution().events.size() + instance_->buffered_count;
  }
  bool earlier_epochs_done(std::uint32_t thread, std::uint32_t epoch) const {
    for (std::uint32_t e = 0; e < epoch; ++e)
      if (cells_[left_ + instance_->epoch_begin[thread] + e] != 0) return false;
    return true;
  }
  // Is what the step waits for in memory?
  bool drained(std::uint32_t at) const {
    const Step& step = instance_->steps[at];
    if (step.wait == Wait::Nothing || cells_[pending_ + step.thread] == 0) return true;
    if (step.wait == Wait::AllBuffers) return false;
    const std::uint32_t own = queues_.own_buffered[at];
    if (own != kNone && !done(own)) return false;
    return !step.writes || earlier_epochs_done(step.thread, step.epoch);
  }

  // The oldest write of the queue, kNone if it is empty.
  std::uint32_t oldest(std::uint32_t queue) const {
    const std::uint32_t at = cells_[front_ + queue];
    return at == queues_.begin[queue + 1] ? kNone : queues_.writes[at];
  }
  // It leaves its queue; what it does to memory is the search's.
  void leave_queue(std::uint32_t queue, const Write& w) {
    const std::size_t left = left_ + instance_->epoch_begin[w.thread] + w.epoch;
    cells_.set(front_ + queue, cells_[front_ + queue] + 1);
    cells_.set(pending_ + w.thread, cells_[pending_ + w.thread] - 1);
    cells_.set(left, cells_[left] - 1);
  }

  Queues queues_;
  std::size_t front_ = 0, pending_ = 0, left_ = 0, active_ = 0, done_ = 0;
};

}  // namespace overtake::consistency

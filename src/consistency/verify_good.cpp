// (X, GoodW): is there a run in which every read obtains one of its good writes?
//
// Under SC this is VerifySC (RVF §4.1, algorithm 1): states are the events executed and the memory
// map, the active write of every location. A read is *critical* when all its good writes are in
// memory: it then holds its location, because the next write there would be a bad one.
//
// Under TSO and PSO, which the paper does not treat, the machine has buffers as well: a state is
// the next step of every thread, what has been flushed, and the memory map. Nothing is lost by
// that, so the search is exact; it costs a factor for the buffers (n^k under TSO, n^kd under PSO),
// which the reductions below win back in practice:
//
//   1. Reads that would obtain a good write now, buffer-writes, and fences that wait for nothing
//   are
//      executed at once (RVF §4.2: "executable reads first"). A run that executes such an event
//      later can execute it now: nothing else waits for it not to have happened, and a read only
//      frees what it holds. An own write in the buffer is what the read obtains, good or not.
//   2. A write that no remaining read wants, onto a location whose active write no remaining read
//      wants, is executed at once: a later read of the location reads a later write anyway, or an
//      own write from its buffer, and the sooner the buffer is empty the better.
//   3. In the state, an active write that no remaining read wants is as good as any other such.
//
// The rest is depth first, in the order of the auxiliary trace where there is one (RVF §4.2,
// guidance), inside the closure where it was computed. RVF's memory map names threads; we name
// writes, which under SC is the same thing and under TSO and PSO is what is needed.
#include "consistency/verify_good.h"

#include <algorithm>

namespace overtake::consistency {

Outcome VerifyGood::run(const Instance& instance, const GoodWrites& good_writes,
                        const Constraints* constraints, const Ranks& ranks, Budget& budget,
                        Witness& witness) {
  begin(instance, constraints, ranks, witness);
  start(good_writes);
  return search(budget);
}

// Splits the given classes by location, and counts.
void VerifyGood::build_classes(const GoodWrites& good_writes) {
  const Execution& execution = instance_->execution();
  class_location_.clear();
  class_reads_.clear();
  class_missing_.clear();
  links_.clear();
  read_class_.assign(execution.events.size(), kNone);
  classes_head_.assign(instance_->write_count, kNone);
  class_of_.assign(good_writes.classes.size(), kNone);  // the class last made of it
  for (std::uint32_t e = 0; e < execution.events.size(); ++e) {
    if (!execution.events[e].reads()) continue;
    const std::uint32_t given = good_writes.read_class[e];
    const std::uint32_t location = execution.events[e].location.value;
    std::uint32_t mine = class_of_[given];
    if (mine == kNone || class_location_[mine] != location) {
      mine = static_cast<std::uint32_t>(class_location_.size());
      class_of_[given] = mine;
      class_location_.push_back(location);
      class_reads_.push_back(0);
      class_missing_.push_back(0);
      for (EventId good : good_writes.classes[given]) {
        if (good != kInitialWrite &&
            (good.index() >= execution.events.size() || !execution.events[good.index()].writes() ||
             execution.events[good.index()].location.value != location))
          continue;
        const std::uint32_t write = instance_->write_name(good, location);
        bool twice = false;
        for (std::uint32_t l = classes_head_[write]; l != kNone; l = links_[l].next)
          twice = twice || links_[l].value == mine;
        if (twice) continue;
        links_.push_back({mine, classes_head_[write]});
        classes_head_[write] = static_cast<std::uint32_t>(links_.size() - 1);
        if (good != kInitialWrite) ++class_missing_[mine];
      }
    }
    read_class_[e] = mine;
    ++class_reads_[mine];
  }
}

void VerifyGood::start(const GoodWrites& good_writes) {
  const Instance& in = *instance_;
  build_classes(good_writes);
  const auto classes = static_cast<std::uint32_t>(class_location_.size());
  critical_ = layout(in.locations + 2 * std::size_t{classes} + 1);
  reads_ = critical_ + in.locations;
  missing_ = reads_ + classes;
  first_queue_ = missing_ + classes;
  for (std::uint32_t c = 0; c < classes; ++c) {
    cells_.init(reads_ + c, class_reads_[c]);
    cells_.init(missing_ + c, class_missing_[c]);
    if (class_missing_[c] == 0 && class_reads_[c] != 0)
      cells_.init(critical_ + class_location_[c], cells_[critical_ + class_location_[c]] + 1);
  }
}

Move VerifyGood::descend(Budget& budget) {
  const Instance& in = *instance_;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t t = 0; t < in.threads; ++t)
      while (advance(t)) changed = true;
  }
  if (complete()) return Move::Complete;
  const std::size_t first = candidates_.size();
  bool flushed = false;
  for (std::uint32_t q = skip_empty_queues(); q < queues_.count(); ++q) {
    while (may_flush(q) && is_dead_flush(q)) {
      flush(q);
      flushed = true;
    }
    if (!flushed && may_flush(q)) candidates_.push_back(in.threads + q);
  }
  if (flushed) {
    candidates_.resize(first);
    return Move::Progress;
  }
  for (std::uint32_t t = 0; t < in.threads; ++t) {
    const std::uint32_t at = cells_[kNext + t];
    if (at == in.thread_end(t) || !in.steps[at].writes || !ready(at)) continue;
    if (is_dead_atomic(at) && try_atomic(at)) {
      candidates_.resize(first);
      return Move::Progress;
    }
    candidates_.push_back(t);
  }
  if (candidates_.size() == first) return Move::Stuck;
  if (!budget.spend()) return Move::GaveUp;
  if (has_failed()) {
    candidates_.resize(first);
    return Move::Stuck;
  }
  note_demands();
  sort_candidates(first, [&](std::uint32_t c) { return urgency(c); });
  open_frame(first);
  return backtrack() ? Move::Progress : Move::Stuck;
}

// The first queue that is not empty: a thread may have filled very many before it started others.
std::uint32_t VerifyGood::skip_empty_queues() {
  std::uint32_t q = cells_[first_queue_];
  while (q < queues_.count() && oldest(q) == kNone) ++q;
  if (q != cells_[first_queue_]) cells_.set(first_queue_, q);
  return q;
}

bool VerifyGood::attempt(std::uint32_t candidate) {
  if (candidate < instance_->threads) return try_atomic(cells_[kNext + candidate]);
  flush(candidate - instance_->threads);
  return true;
}

// The next step of a thread, if it changes no memory and can be executed.
bool VerifyGood::advance(std::uint32_t thread) {
  const Instance& in = *instance_;
  const std::uint32_t at = cells_[kNext + thread];
  if (at == in.thread_end(thread)) return false;
  const Step& step = in.steps[at];
  if (step.writes || !ready(at)) return false;
  if (step.kind == StepKind::Atomic) return try_atomic(at);
  if (step.kind == StepKind::Buffer) {
    cells_.set(pending_ + thread, cells_[pending_ + thread] + 1);
  } else {
    const std::uint32_t own = queues_.own_buffered[at];
    const std::uint32_t found = own != kNone && !done(own) ? own : cells_[active_ + step.location];
    if (!good(step.event, found)) return false;
    obtain(step.event);
  }
  leave(at);
  return true;
}

// All accesses of an atomic step in program order; everything is undone if one of them fails.
bool VerifyGood::try_atomic(std::uint32_t at) {
  const Instance& in = *instance_;
  const Step& step = in.steps[at];
  const std::size_t mark = cells_.mark();
  for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
    const Access& access = in.accesses[a];
    bool possible = true;
    if (access.source != kNone) {
      possible = good(access.event, cells_[active_ + access.location]);
      if (possible) obtain(access.event);
    }
    if (possible && access.write != kNone) {
      possible = !held(access.location);
      if (possible) put(access.location, access.write);
    }
    if (!possible) {
      cells_.undo(mark);
      return false;
    }
  }
  leave(at);
  return true;
}

// Order edges, drains and, for steps that write, the closure.
bool VerifyGood::ready(std::uint32_t at) const {
  if (!ordered_steps_done(at)) return false;
  if (instance_->steps[at].writes && !constraints_done(at)) return false;
  return drained(at);
}

bool VerifyGood::may_flush(std::uint32_t queue) const {
  const std::uint32_t write = oldest(queue);
  if (write == kNone) return false;
  const Write& w = instance_->writes[write];
  return step_done(w.step) && !held(w.location) && earlier_epochs_done(w.thread, w.epoch) &&
         constraints_done(memory_node(*instance_, w.step));
}

bool VerifyGood::is_dead_flush(std::uint32_t queue) const {
  const std::uint32_t write = queues_.writes[cells_[front_ + queue]];
  return !wanted(write) && !wanted(cells_[active_ + instance_->writes[write].location]);
}

bool VerifyGood::is_dead_atomic(std::uint32_t at) const {
  const Step& step = instance_->steps[at];
  for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
    const Access& access = instance_->accesses[a];
    if (access.source != kNone || wanted(access.write) || wanted(cells_[active_ + access.location]))
      return false;
  }
  return true;
}

bool VerifyGood::good(std::uint32_t event, std::uint32_t write) const {
  const std::uint32_t mine = read_class_[event];
  for (std::uint32_t l = classes_head_[write]; l != kNone; l = links_[l].next)
    if (links_[l].value == mine) return true;
  return false;
}

// Is the write good for a remaining read?
bool VerifyGood::wanted(std::uint32_t write) const {
  for (std::uint32_t l = classes_head_[write]; l != kNone; l = links_[l].next)
    if (cells_[reads_ + links_[l].value] != 0) return true;
  return false;
}

void VerifyGood::flush(std::uint32_t queue) {
  const std::uint32_t write = queues_.writes[cells_[front_ + queue]];
  const Write& w = instance_->writes[write];
  leave_queue(queue, w);
  put(w.location, write);
  witness_->push_back({EventId{instance_->write_event(write)}, true});
}

// The write becomes active; classes of which it was the last missing write become critical.
void VerifyGood::put(std::uint32_t location, std::uint32_t write) {
  cells_.set(active_ + location, write);
  cells_.set(done_ + write, 1);
  for (std::uint32_t l = classes_head_[write]; l != kNone; l = links_[l].next) {
    const std::uint32_t c = links_[l].value;
    cells_.set(missing_ + c, cells_[missing_ + c] - 1);
    if (cells_[missing_ + c] == 0 && cells_[reads_ + c] != 0)
      cells_.set(critical_ + location, cells_[critical_ + location] + 1);
  }
}

void VerifyGood::obtain(std::uint32_t event) {
  const std::uint32_t c = read_class_[event];
  cells_.set(reads_ + c, cells_[reads_ + c] - 1);
  if (cells_[reads_ + c] == 0 && cells_[missing_ + c] == 0)
    cells_.set(critical_ + class_location_[c], cells_[critical_ + class_location_[c]] - 1);
}

void VerifyGood::leave(std::uint32_t at) {
  const Step& step = instance_->steps[at];
  cells_.set(kNext + step.thread, at + 1);
  emit(*instance_, step, *witness_);
}

// A queue is as urgent as the step that waits for one of its first writes, or for it to be empty.
void VerifyGood::note_demands() {
  constexpr std::uint32_t kLookAhead = 16;
  const Instance& in = *instance_;
  demand_.assign(queues_.count(), kNone);
  if (!ranks_->by_demand) return;
  for (std::uint32_t t = 0; t < in.threads; ++t) {
    const std::uint32_t at = cells_[kNext + t];
    if (at == in.thread_end(t)) continue;
    const Step& step = in.steps[at];
    const bool own = step.kind == StepKind::Atomic;
    for (std::uint32_t q = cells_[first_queue_]; q < queues_.count(); ++q) {
      const std::uint32_t front = cells_[front_ + q];
      const std::uint32_t end = std::min(queues_.begin[q + 1], front + kLookAhead);
      for (std::uint32_t i = front; i < end && step_done(in.writes[queues_.writes[i]].step); ++i) {
        const std::uint32_t write = queues_.writes[i];
        const bool helps = own ? in.writes[write].thread == t
                               : in.writes[write].location == step.location &&
                                     (in.writes[write].thread == t || good(step.event, write));
        if (!helps) continue;
        demand_[q] = std::min(demand_[q], (*ranks_)[at]);
        break;
      }
    }
  }
}

std::uint64_t VerifyGood::urgency(std::uint32_t candidate) const {
  if (candidate < instance_->threads)
    return std::uint64_t{(*ranks_)[cells_[kNext + candidate]]} << 32;
  const std::uint32_t queue = candidate - instance_->threads;
  const std::uint32_t write = queues_.writes[cells_[front_ + queue]];
  const std::uint32_t own = (*ranks_)[memory_node(*instance_, instance_->writes[write].step)];
  return std::uint64_t{ranks_->by_demand ? demand_[queue] : own} << 32 | own;
}

// Thread events, flushes, and the memory map as far as it matters.
Hash128 VerifyGood::key() const {
  const Instance& in = *instance_;
  Hash128 h;
  for (std::uint32_t next : cells_.cells(kNext, in.threads)) h.add(next);
  const std::uint32_t first = cells_[first_queue_];
  h.add(first);
  for (std::uint32_t front : cells_.cells(front_ + first, queues_.count() - first)) h.add(front);
  for (std::uint32_t x = 0; x < in.locations; ++x) {
    const std::uint32_t active = cells_[active_ + x];
    h.add(wanted(active) ? active : kNone);
  }
  return h;
}

}  // namespace overtake::consistency

#include "smc/rf_realizer.h"

#include <algorithm>

#include "base/stopwatch.h"
#include "smc/hidden_writes.h"

namespace overtake::smc {

void RfRealizer::index_order() {
  at_.resize(trace_.size());  // σ has all of them
  memory_at_.resize(trace_.size());
  for (std::uint32_t i = 0; i < sigma_.size(); ++i) {
    const Position p = sigma_[i].position();
    if (!sigma_[i].memory_write()) at_[p] = i;
    memory_at_[p] = i;
  }
}

// Two atomic operations cannot both write over the same value.
bool RfRealizer::taken(const Mutation& m) const {
  if (!m.placements[0].writes) return false;
  for (Position r : trace_.reads_on(m.location))
    if (trace_[r].source == m.source && trace_[r].kind == EventKind::Rmw && m.contains(trace_, r))
      return true;
  return false;
}

bool RfRealizer::realize(const Mutation& m, StepOrder& order) {
  if (options_.on_instance) {
    make_instance(m);
    options_.on_instance(instance_);
  }
  if (taken(m)) {
    ++statistics_.taken;
    return false;
  }
  if (repair(m, order)) {
    ++statistics_.by_order;
    return true;
  }
  if (overwritten(m)) {
    ++statistics_.by_inspection;
    return false;
  }
  const Stopwatch watch(options_.time_split, statistics_.verifying_seconds);
  const bool realizable = verify(m, order);
  progress_.note_verdict(verifier_.statistics());
  return realizable;
}

// Places the mutated events into the old order, right after the last thing they have to follow.
// Places are numbered by the step they come after, plus 1; 0 is the beginning.
bool RfRealizer::repair(const Mutation& m, StepOrder& order) {
  // From here the source is in memory.
  const std::uint32_t from = m.source == kInitial ? 0 : memory_at_[m.source] + 1;
  const std::uint32_t lowest = lowest_place(m, from);
  // The source is the value in memory until the next write.
  std::uint32_t next = lowest;
  for (Position w : trace_.writes_on(m.location))
    if (w != m.source && memory_at_[w] >= from && m.contains(trace_, w))
      next = std::min(next, memory_at_[w]);
  bool source_late = false;
  if (next < lowest && !postpone_writes(m, next, lowest)) {
    if (m.source == kInitial || !postpone_source(m, from - 1, lowest)) return false;
    next = from - 1;
    source_late = true;
  }
  place(m, next, lowest, source_late, order);
  return true;
}

// The first place that is after everything the mutated events have to follow, which is noted in
// needed_.
std::uint32_t RfRealizer::lowest_place(const Mutation& m, std::uint32_t from) {
  const bool buffers = options_.model != Model::SC;
  const bool own_source = m.source != kInitial && m.placements[0].plain &&
                          trace_[m.source].thread == m.placements[0].thread;
  std::uint32_t lowest = own_source ? 0 : from;
  needed_.clear();
  const auto after = [&](std::uint32_t step) {
    needed_.push_back(step);
    lowest = std::max(lowest, step + 1);
  };
  for (const Placement& e : m.placed()) {
    if (e.predecessor != kInitial) after(at_[e.predecessor]);
    if (!buffers) continue;
    for (Position w : trace_.writes_on(m.location))
      if (trace_[w].thread == e.thread && m.contains(trace_, w) && w != m.source && e.plain)
        after(memory_at_[w]);
    if (!e.plain) {
      // It drains: every own write in X' has reached memory.
      const std::uint32_t n = std::max<std::uint32_t>(
          m.past[e.thread.index()],
          m.prefix == 0 ? 0 : trace_.counts(m.prefix - 1)[e.thread.index()]);
      for (std::uint32_t i = 0; i < n && i < trace_.length(e.thread); ++i) {
        const Position w = trace_.position(e.thread, i);
        if (trace_[w].kind == EventKind::Write && m.contains(trace_, w)) after(memory_at_[w]);
      }
    }
  }
  const bool writes = m.placements[0].writes || m.placed_count > 1;
  if (writes)
    for (Position r : trace_.reads_on(m.location))
      if (m.contains(trace_, r) && trace_[r].source == m.source) after(at_[r]);
  return lowest;
}

// The old order, with the mutated events at `lowest`, and after them (before them, if the source is
// late) the steps from `next` on that late_ puts off.
void RfRealizer::place(const Mutation& m, std::uint32_t next, std::uint32_t lowest,
                       bool source_late, StepOrder& order) const {
  order.clear();
  const auto keep = [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i)
      if (m.contains(trace_, sigma_[i].position())) order.push_back(sigma_[i]);
  };
  const auto keep_late = [&] {
    for (std::uint32_t i = next; i < lowest; ++i)
      if (late_[i - next]) order.push_back(sigma_[i]);
  };
  keep(0, next);
  for (std::uint32_t i = next; i < lowest; ++i)
    if (!late_[i - next] && m.contains(trace_, sigma_[i].position())) order.push_back(sigma_[i]);
  if (source_late) keep_late();
  for (std::uint32_t i = 0; i < m.placed_count; ++i) order.push_back(RunStep(trace_.size() + i));
  if (!source_late) keep_late();
  keep(lowest, static_cast<std::uint32_t>(sigma_.size()));
}

// The writes to the location from `begin` to `end` are in the way: they come after the mutated
// event, if it does not follow anything that depends on them.
bool RfRealizer::postpone_writes(const Mutation& m, std::uint32_t begin, std::uint32_t end) {
  return postpone(m, begin, end, false) && std::ranges::none_of(needed_, [&](std::uint32_t step) {
           return step >= begin && late_[step - begin] != 0;
         });
}

// The source, which is at `begin`, comes after the writes that are in the way, just before the
// mutated event. A read of one of these writes must come before `end`.
bool RfRealizer::postpone_source(const Mutation& m, std::uint32_t begin, std::uint32_t end) {
  if (trace_[m.source].reads() || !postpone(m, begin, end, true)) return false;
  for (std::uint32_t i = end; i < sigma_.size(); ++i) {
    const TraceEvent& e = trace_[sigma_[i].position()];
    if (e.location != m.location || !m.contains(trace_, sigma_[i].position())) continue;
    if (!sigma_[i].memory_write() && e.reads() && e.source != m.source) return false;
    if (execution_.reaches_memory(sigma_[i])) return true;
  }
  return true;
}

// Which of the steps from `begin` to `end` of the old order come late (late_): the first one, which
// is a write to the mutation's location, and all that depend on it. Two steps that follow each
// other in a run and do not depend on each other may change places, and every read still obtains
// its source: so those that are not late may come first.
//
// A step depends on an earlier one if causality orders their events, if both access a location and
// one of them writes it, or if the earlier one empties the buffer of the later one's thread and the
// later one has to find it empty, or is the next write to leave it.
//
// Other writes to the location may overtake the source, with their readers, as long as no reader of
// the source has to come before them and its thread, which would find it in its buffer, reads none
// of them; else false.
bool RfRealizer::postpone(const Mutation& m, std::uint32_t begin, std::uint32_t end,
                          bool is_source) {
  constexpr std::uint16_t kNone = 0xffff;
  late_.assign(end - begin, 0);
  late_from_.assign(trace_.thread_count(), kNone);
  late_buffer_.assign(trace_.thread_count(), 0);
  late_written_.assign(execution_.locations().size(), 0);
  late_read_.assign(execution_.locations().size(), 0);
  late_threads_.clear();
  for (std::uint32_t i = begin; i < end; ++i) {
    const RunStep step = sigma_[i];
    const Position p = step.position();
    if (!m.contains(trace_, p)) continue;
    const TraceEvent& e = trace_[p];
    const std::size_t t = e.thread.index();
    const bool buffered = step.memory_write();
    const bool writes = execution_.reaches_memory(step);
    const bool reads = !buffered && e.reads();
    const bool overtakes = is_source && e.location == m.location && (reads || writes);
    const bool passes_buffer =
        !buffered &&
        (e.kind == EventKind::Read || e.kind == EventKind::Write || e.kind == EventKind::Local);
    const auto conflicts = [&] {
      if (writes && late_read_[e.location]) return true;
      if (overtakes) return reads && (e.source == m.source || e.thread == trace_[m.source].thread);
      return (reads || writes) && late_written_[e.location] != 0;
    };
    const std::uint16_t* clock = trace_.clock(p);
    const bool late =
        i == begin || (late_buffer_[t] && !passes_buffer) || conflicts() ||
        std::ranges::any_of(late_threads_, [&](std::size_t u) { return clock[u] > late_from_[u]; });
    if (!late) continue;
    if (overtakes && i != begin && (writes || e.source != m.source)) return false;
    late_[i - begin] = 1;
    if (writes) late_written_[e.location] = 1;
    if (reads) late_read_[e.location] = 1;
    if (buffered) {
      late_buffer_[t] = 1;
    } else if (late_from_[t] == kNone) {
      late_from_[t] = static_cast<std::uint16_t>(e.index);
      late_threads_.push_back(t);
    }
  }
  return true;
}

// Whether an event before the mutated one shows that the source was written over: it read another
// write when the source was in memory for sure.
bool RfRealizer::overwritten(const Mutation& m) const {
  const Position last = m.placements[0].predecessor;
  if (last == kInitial) return false;
  for (Position q : trace_.reads_on(m.location)) {
    const TraceEvent& e = trace_[q];
    if (e.source == m.source || !shows_source(trace_, q) || !trace_.before(q, last)) continue;
    if (m.source == kInitial) return true;
    if (e.predecessor == kInitial) continue;
    const TraceEvent& w = trace_[m.source];
    const std::uint32_t seen = trace_.clock(e.predecessor)[w.thread.index()];
    if (w.index < (w.thread == e.thread ? seen : settled(trace_, w.thread, seen))) return true;
  }
  return false;
}

void RfRealizer::make_instance(const Mutation& m) {
  instance_.events.clear();
  instance_.reads_from.clear();
  instance_.order.clear();
  for (auto& t : instance_.threads) t.clear();
  event_id_.assign(trace_.size() + 2, EventId::none());
  position_of_event_.clear();

  const auto add = [&](Position p, const Event& e, Position predecessor) {
    const bool first =
        e.thread.index() >= instance_.threads.size() || instance_.threads[e.thread.index()].empty();
    event_id_[p] = instance_.add(e);
    position_of_event_.push_back(p);
    if (first && predecessor != kInitial)
      instance_.order.emplace_back(event_id_[predecessor], event_id_[p]);
  };
  for (Position p = 0; p < trace_.size(); ++p) {
    if (!m.contains(trace_, p)) continue;
    const TraceEvent& e = trace_[p];
    const Event x = execution_.event_at(p);
    add(p, x, e.predecessor);
    if (x.reads())
      instance_.reads_from.back() = e.source == kInitial ? kInitialWrite : event_id_[e.source];
  }
  for (const auto& [from, to] : trace_.edges())
    if (m.contains(trace_, to)) instance_.order.emplace_back(event_id_[from], event_id_[to]);
  for (std::uint32_t i = 0; i < m.placed_count; ++i) {
    const Placement& e = m.placements[i];
    const EventKind kind = e.plain    ? EventKind::Read
                           : e.writes ? EventKind::Rmw
                                      : EventKind::AtomicRead;
    add(trace_.size() + i,
        {.kind = kind,
         .drain = execution_.drain_of(*e.op),
         .thread = e.thread,
         .location = LocationId{m.location}},
        e.predecessor);
    const Position source = i == 0 ? m.source : trace_.size();
    instance_.reads_from.back() = source == kInitial ? kInitialWrite : event_id_[source];
  }
  instance_.thread_count = static_cast<std::uint32_t>(instance_.threads.size());
  instance_.location_count = static_cast<std::uint32_t>(execution_.locations().size());
}

bool RfRealizer::verify(const Mutation& m, StepOrder& order) {
  make_instance(m);
  hint_.clear();
  for (const RunStep step : sigma_)
    if (m.contains(trace_, step.position()))
      hint_.push_back({event_id_[step.position()], step.memory_write()});
  for (std::uint32_t i = 0; i < m.placed_count; ++i)
    hint_.push_back({event_id_[trace_.size() + i], false});
  if (!verifier_.realizable(instance_, options_.model.base, &hint_)) return false;
  order.clear();
  for (const WitnessStep& s : verifier_.witness())
    order.push_back(RunStep(position_of_event_[s.event.index()], s.memory_write));
  return true;
}

}  // namespace overtake::smc

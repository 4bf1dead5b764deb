// Realizing (line 18): is there a run in which every event of the mutation reads what RF' says?
//
// What makes this cheap: the mutated event is the last of its thread in X', and X' without it is
// closed under causes, so the old witness restricted to X' is a run of it. All that is left is to
// place the mutated event where its new source is the value in memory. If the old order has such a
// place, we are done; only if not, the consistency library is asked, with the old order as a hint.
#include <algorithm>

#include "base/stopwatch.h"
#include "smc/rf_explorer.h"

namespace overtake::smc {

void RfExplorer::index_order() {
  at_.assign(trace_.size(), 0);
  memory_at_.assign(trace_.size(), 0);
  for (std::uint32_t i = 0; i < sigma_.size(); ++i) {
    const Position p = sigma_[i].position();
    if (!sigma_[i].memory_write()) at_[p] = i;
    memory_at_[p] = i;
  }
}

// Two atomic operations cannot both write over the same value.
bool RfExplorer::taken(const Mutation& m) const {
  if (!m.placements[0].writes) return false;
  for (Position r : trace_.reads_on(m.location))
    if (trace_[r].source == m.source && trace_[r].kind == EventKind::Rmw && in_mutation(m, r))
      return true;
  return false;
}

bool RfExplorer::realize(const Mutation& m, StepOrder& order) {
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
  const Stopwatch watch(options_.time_split, statistics_.verifying_seconds);
  const bool realizable = verify(m, order);
  note_verified();
  return realizable;
}

// Places the mutated events into the old order, right after the last thing they have to follow.
// Places are numbered by the step they come after, plus 1; 0 is the beginning.
bool RfExplorer::repair(const Mutation& m, StepOrder& order) const {
  const bool buffers = options_.model != Model::SC;
  std::uint32_t lowest = 0;
  const auto after = [&](std::uint32_t step) { lowest = std::max(lowest, step + 1); };

  const bool own_source = m.source != kInitial && m.placements[0].plain &&
                          trace_[m.source].thread == m.placements[0].thread;
  std::uint32_t from = 0;  // from here the source is in memory
  if (m.source != kInitial) from = memory_at_[m.source] + 1;
  if (!own_source) lowest = from;
  for (const Placement& e : m.placed()) {
    if (e.predecessor != kInitial) after(at_[e.predecessor]);
    if (!buffers) continue;
    for (Position w : trace_.writes_on(m.location))
      if (trace_[w].thread == e.thread && in_mutation(m, w) && w != m.source && e.plain)
        after(memory_at_[w]);
    if (!e.plain) {
      // It drains: every own write in X' has reached memory.
      const std::uint32_t n = std::max<std::uint32_t>(
          m.past[e.thread.index()],
          nodes_[m.node].prefix == 0 ? 0
                                     : trace_.counts(nodes_[m.node].prefix - 1)[e.thread.index()]);
      for (std::uint32_t i = 0; i < n && i < trace_.length(e.thread); ++i) {
        const Position w = trace_.position(e.thread, i);
        if (trace_[w].kind == EventKind::Write && in_mutation(m, w)) after(memory_at_[w]);
      }
    }
  }
  const bool writes = m.placements[0].writes || m.placed_count > 1;
  if (writes)
    for (Position r : trace_.reads_on(m.location))
      if (in_mutation(m, r) && trace_[r].source == m.source) after(at_[r]);
  // The source is the value in memory until the next write.
  for (Position w : trace_.writes_on(m.location)) {
    if (w == m.source || !in_mutation(m, w) || memory_at_[w] < from) continue;
    if (memory_at_[w] < lowest) return false;
  }

  order.clear();
  bool done = false;
  const auto place = [&] {
    for (std::uint32_t i = 0; i < m.placed_count; ++i) {
      order.push_back(RunStep(trace_.size() + i));
    }
    done = true;
  };
  for (std::uint32_t i = 0; i < sigma_.size(); ++i) {
    if (!done && i == lowest) place();
    if (in_mutation(m, sigma_[i].position())) order.push_back(sigma_[i]);
  }
  if (!done) place();
  return true;
}

void RfExplorer::make_instance(const Mutation& m) {
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
    if (!in_mutation(m, p)) continue;
    const TraceEvent& e = trace_[p];
    const Event x = event_at(p);
    add(p, x, e.predecessor);
    if (x.reads())
      instance_.reads_from.back() = e.source == kInitial ? kInitialWrite : event_id_[e.source];
  }
  for (const auto& [from, to] : trace_.edges())
    if (in_mutation(m, to)) instance_.order.emplace_back(event_id_[from], event_id_[to]);
  for (std::uint32_t i = 0; i < m.placed_count; ++i) {
    const Placement& e = m.placements[i];
    const EventKind kind = e.plain    ? EventKind::Read
                           : e.writes ? EventKind::Rmw
                                      : EventKind::AtomicRead;
    add(trace_.size() + i,
        {.kind = kind,
         .drain = drain_of(*e.op),
         .thread = e.thread,
         .location = LocationId{m.location}},
        e.predecessor);
    const Position source = i == 0 ? m.source : trace_.size();
    instance_.reads_from.back() = source == kInitial ? kInitialWrite : event_id_[source];
  }
  instance_.thread_count = static_cast<std::uint32_t>(instance_.threads.size());
  instance_.location_count = static_cast<std::uint32_t>(locations_.size());
}

bool RfExplorer::verify(const Mutation& m, StepOrder& order) {
  make_instance(m);
  hint_.clear();
  for (const RunStep step : sigma_)
    if (in_mutation(m, step.position()))
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

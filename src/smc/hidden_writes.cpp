#include "smc/hidden_writes.h"

#include <algorithm>

namespace overtake::smc {

bool visible_after(const Trace& trace, const MemoryModel& model, Position from, Position to) {
  if (to == kInitial || !trace.before(from, to)) return false;
  const TraceEvent& w = trace[from];
  if (model != Model::PSO || w.thread == trace[to].thread || w.kind != EventKind::Write)
    return true;
  // Under PSO causality is not enough: the writer must have drained on the way.
  if (model.pso_rmw == PsoRmw::Location) return false;
  const std::uint32_t seen = trace.clock(to)[w.thread.index()];
  for (std::uint32_t i = w.index + 1; i < seen; ++i) {
    const EventKind kind = trace[trace.position(w.thread, i)].kind;
    if (kind == EventKind::Fence || kind == EventKind::Rmw || kind == EventKind::AtomicRead ||
        kind == EventKind::AtomicWrite)
      return true;
  }
  return false;
}

// Under PSO it must have reached memory before the second was issued, or be of the same thread.
bool comes_before(const Trace& trace, Position first, Position second) {
  if (!trace.before(first, second)) return false;
  const ThreadId author = trace[first].thread;
  if (author == trace[second].thread ||
      trace[first].index < settled(trace, author, trace.clock(second)[author.index()]))
    return true;
  return std::ranges::any_of(trace.reads_on(trace[first].location), [&](Position q) {
    return trace[q].source == first && shows_source(trace, q) && trace.before(q, second);
  });
}

void HiddenWrites::look_from(const Reader& r) {
  reader_ = r;
  settled_.assign(trace_.thread_count(), 0);
  for (const Position after : {r.predecessor, r.also}) {
    if (after == kInitial) continue;
    const std::uint16_t* seen = trace_.clock(after);
    for (std::size_t i = 0; i < settled_.size(); ++i) {
      const ThreadId t{i};
      const std::uint32_t n = t == r.thread ? seen[i] : settled(trace_, t, seen[i]);
      settled_[i] =
          std::max(settled_[i], static_cast<std::uint32_t>(trace_.writes_before(r.location, t, n)));
    }
    if (model_ != Model::PSO) continue;
    // Writes to one location reach memory in order, so a write that was seen settles those before
    // it.
    for (Position q : trace_.reads_on(r.location)) {
      if (!shows_source(trace_, q) || !trace_.before(q, after)) continue;
      const TraceEvent& w = trace_[trace_[q].source];
      settled_[w.thread.index()] = std::max(
          settled_[w.thread.index()],
          static_cast<std::uint32_t>(trace_.writes_before(r.location, w.thread, w.index + 1)));
    }
  }
}

// Whether another write to the location lies between w and the read. It is enough to look at the
// last write of each thread that the read is sure to find.
bool HiddenWrites::hides(Position w) const {
  for (std::size_t i = 0; i < settled_.size(); ++i) {
    const std::size_t n = settled_[i];
    if (n == 0) continue;
    const Position last = trace_.writes_on(reader_.location, ThreadId{i})[n - 1];
    if (last == w) continue;
    if (w == kInitial) return true;
    if (comes_before(trace_, w, last)) return true;
  }
  return false;
}

}  // namespace overtake::smc

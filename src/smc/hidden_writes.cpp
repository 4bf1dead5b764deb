#include "smc/hidden_writes.h"

#include <algorithm>

namespace overtake::smc {

void HiddenWrites::look_from(const Reader& r) {
  reader_ = r;
  settled_.assign(trace_.thread_count(), 0);
  if (r.predecessor == kInitial) return;
  const std::uint16_t* seen = trace_.clock(r.predecessor);
  for (std::size_t i = 0; i < settled_.size(); ++i) {
    const ThreadId t{i};
    settled_[i] = static_cast<std::uint32_t>(
        trace_.writes_before(r.location, t, t == r.thread ? seen[i] : settled(trace_, t, seen[i])));
  }
  if (model_ != Model::PSO) return;
  // Writes to one location reach memory in order, so a write that was seen settles those before it.
  for (Position q : trace_.reads_on(r.location)) {
    if (!shows_source(trace_, q) || !trace_.before(q, r.predecessor)) continue;
    const TraceEvent& w = trace_[trace_[q].source];
    settled_[w.thread.index()] = std::max(
        settled_[w.thread.index()],
        static_cast<std::uint32_t>(trace_.writes_before(r.location, w.thread, w.index + 1)));
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
    if (!trace_.before(w, last)) continue;
    // Under PSO w itself must have reached memory before `last` was issued.
    const ThreadId author = trace_[w].thread;
    if (author.index() == i ||
        trace_[w].index < settled(trace_, author, trace_.clock(last)[author.index()]))
      return true;
    for (Position q : trace_.reads_on(reader_.location))
      if (trace_[q].source == w && shows_source(trace_, q) && trace_.before(q, last)) return true;
  }
  return false;
}

}  // namespace overtake::smc

#include "smc/lifetimes.h"

#include <algorithm>

#include "smc/current_execution.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using ir::SyncOp;

bool Lifetimes::has_ended_for(ThreadId t, SlotId object) const {
  const Trace& trace = execution_.trace();
  return std::any_of(ended_.begin(), ended_.end(), [&](const auto& o) {
    if (o.first != object) return false;
    return execution_.rules().reads == Reads::From ||
           (trace.last(t) != kInitial && trace.before(o.second, trace.last(t)));
  });
}

void Lifetimes::end(SlotId object, Position end) {
  ended_.emplace_back(object, end);
  ++times_ended_[object.value];
}

void Lifetimes::cut(std::uint32_t length) {
  while (!ended_.empty() && ended_.back().second >= length) {
    const auto times = times_ended_.find(ended_.back().first.value);
    if (--times.value() == 0) times_ended_.erase(times);
    ended_.pop_back();
  }
}

SlotId Lifetimes::accessed(Position p) const {
  const TraceEvent& e = execution_.trace()[p];
  const Op& op = execution_.op_of(p);
  if (op.kind == OpKind::ObjectSize && !e.failed)
    return execution_.object_at(op.address, op.size).slot;
  const bool access = e.reads() || e.writes() || op.kind == OpKind::Sync;
  if (!access || e.failed) return SlotId::none();
  // A thread that was let go does not look at the object again.
  const bool was_woken = op.is(SyncOp::CondCancel) && !e.writes();
  if (was_woken || exec::only_waits(op)) return SlotId::none();
  return execution_.locations()[e.location].object;
}

// One look at each event, and at most two at those whose object has ended: an execution may free
// thousands of objects. Most programs end few that others access, and most executions none.
std::vector<Lifetimes::Race> Lifetimes::races(Position begin) const {
  const Trace& trace = execution_.trace();
  std::vector<Race> out;
  if (ended_.empty()) return out;
  const Locations& locations = execution_.locations();
  const bool new_end = ended_.back().second >= begin;  // the last one comes last in τ
  std::vector<std::pair<SlotId, std::size_t>> ends;    // by object: indices of ended_
  std::vector<std::pair<std::size_t, Position>> found;
  for (Position p = new_end ? 0 : begin; p < trace.size(); ++p) {
    const TraceEvent& e = trace[p];
    if ((e.reads() || e.writes()) && !may_have_ended(locations[e.location].object)) continue;
    const SlotId object = accessed(p);
    if (object == SlotId::none() || !may_have_ended(object)) continue;
    if (ends.empty()) {
      for (std::size_t i = 0; i < ended_.size(); ++i) ends.emplace_back(ended_[i].first, i);
      std::ranges::sort(ends);
    }
    const auto of_object =
        std::ranges::equal_range(ends, object, {}, [](const auto& e) { return e.first; });
    for (const auto& [slot, i] : of_object) {
      const Position end = ended_[i].second;
      if ((end >= begin || p >= begin) && !trace.before(p, end) && !trace.before(end, p))
        found.emplace_back(i, p);
    }
  }
  std::ranges::sort(found);
  for (const auto& [i, p] : found) out.push_back({ended_[i].first, ended_[i].second, p});
  return out;
}

}  // namespace overtake::smc

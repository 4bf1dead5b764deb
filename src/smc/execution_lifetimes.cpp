// The lives of objects: which have ended, and which accesses race with the end of one.
#include <algorithm>

#include "smc/current_execution.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using ir::SyncOp;

// Whether the object's life is over for t: in τ or, if the order of τ means nothing, for certain.
bool CurrentExecution::has_ended(ThreadId t, SlotId object) const {
  if (!times_ended_.contains(object.value)) return false;
  return std::any_of(ended_.begin(), ended_.end(), [&](const auto& o) {
    if (o.first != object) return false;
    return rules_.reads == Reads::From ||
           (trace_.last(t) != kInitial && trace_.before(o.second, trace_.last(t)));
  });
}

void CurrentExecution::end_life(SlotId object, Position end) {
  ended_.emplace_back(object, end);
  ++times_ended_[object.value];
}

SlotId CurrentExecution::accessed(Position p) const {
  const TraceEvent& e = trace_[p];
  const Op& op = op_of(p);
  if (op.kind == OpKind::ObjectSize && !e.failed) return object_at(op.address, op.size).slot;
  const bool access = e.reads() || e.writes() || op.kind == OpKind::Sync;
  if (!access || e.failed) return SlotId::none();
  // A thread that was let go does not look at the object again.
  const bool was_woken = op.kind == OpKind::Sync && op.sync() == SyncOp::CondCancel && !e.writes();
  if (was_woken || exec::only_waits(op)) return SlotId::none();
  return locations_[e.location].object;
}

// One look at each event: an execution may free thousands of objects.
std::vector<CurrentExecution::LifeRace> CurrentExecution::life_races(Position begin) const {
  std::vector<LifeRace> out;
  if (ended_.empty()) return out;
  std::vector<std::pair<SlotId, std::size_t>> ends;  // by object: indices of ended_
  bool new_end = false;
  for (std::size_t i = 0; i < ended_.size(); ++i) {
    ends.emplace_back(ended_[i].first, i);
    new_end |= ended_[i].second >= begin;
  }
  std::ranges::sort(ends);
  std::vector<std::pair<std::size_t, Position>> races;
  for (Position p = new_end ? 0 : begin; p < trace_.size(); ++p) {
    const SlotId object = accessed(p);
    if (object == SlotId::none()) continue;
    const auto of_object =
        std::ranges::equal_range(ends, object, {}, [](const auto& e) { return e.first; });
    for (const auto& [slot, i] : of_object) {
      const Position end = ended_[i].second;
      if ((end >= begin || p >= begin) && !trace_.before(p, end) && !trace_.before(end, p))
        races.emplace_back(i, p);
    }
  }
  std::ranges::sort(races);
  for (const auto& [i, p] : races) out.push_back({ended_[i].first, ended_[i].second, p});
  return out;
}

}  // namespace overtake::smc

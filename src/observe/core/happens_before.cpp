// Pasts of threads (actor.h).
#include "observe/core/watch.h"

namespace overtake::observe {

// A store of the thread up to `value` is still in a buffer, under one of the models.
bool Watch::matters(Slot slot, Seq value) const {
  return value > actors_[slot].committed() && value > floor();
}

// What thread `of` did up to event `seq` happens before event `now` of p.
void Watch::join(Actor& p, Slot of, Seq seq, Seq now) {
  if (of == p.slot || p.past[of] >= seq) return;
  const Seq known = p.past[of];
  p.past[of] = seq;
  if (matters(of, seq)) add_change(p, of, seq, now);
  const Actor& q = actors_[of];
  std::uint32_t first = 0;  // the first change after `known`
  for (std::uint32_t end = q.change_count; first < end;) {
    const std::uint32_t middle = (first + end) / 2;
    if (q.changes[middle].time <= known)
      first = middle + 1;
    else
      end = middle;
  }
  for (std::uint32_t i = first; i < q.change_count && q.changes[i].time <= seq; ++i) {
    const PastChange c = q.changes[i];
    if (c.slot == p.slot || c.value <= p.past[c.slot] || !matters(c.slot, c.value)) continue;
    p.past[c.slot] = c.value;
    add_change(p, c.slot, c.value, now);
  }
}

// What was known of thread `of` at event `now` of p, as far as it matters.
Seq Watch::past_at(const Actor& p, Seq now, Slot of) const {
  for (std::uint32_t i = p.change_count; i-- > 0;)
    if (p.changes[i].time <= now && p.changes[i].slot == of) return p.changes[i].value;
  return 0;
}

void Watch::add_change(Actor& p, Slot slot, Seq value, Seq now) {
  p.last_tick = now;
  if (p.change_count == p.change_limit) shorten_changes(p);
  p.changes[p.change_count++] = {now, value, slot};
}

void Watch::shorten_changes(Actor& p) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < p.change_count; ++i)
    if (matters(p.changes[i].slot, p.changes[i].value)) p.changes[kept++] = p.changes[i];
  p.change_count = kept;
  while (p.change_limit < 2 * kept && p.change_limit < Actor::kMaxChanges) p.change_limit *= 2;
  if (kept < p.change_limit) return;
  const std::uint32_t half = kept / 2;
  const Seq dropped = p.changes[half - 1].time;
  if (dropped > floor_) floor_ = dropped;
  for (std::uint32_t i = half; i < kept; ++i) p.changes[i - half] = p.changes[i];
  p.change_count = kept - half;
}

}  // namespace overtake::observe

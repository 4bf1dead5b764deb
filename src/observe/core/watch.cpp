#include "observe/core/watch.h"

#include "observe/core/races.h"

namespace overtake::observe {
namespace {

bool buffered(EventKind kind) {
  return kind == EventKind::Write || kind == EventKind::ReleaseWrite ||
         kind == EventKind::FullWrite;
}
bool atomic(EventKind kind) {
  return kind == EventKind::AtomicRead || kind == EventKind::Rmw || kind == EventKind::Wait;
}
bool writes(EventKind kind) {
  return buffered(kind) || kind == EventKind::Rmw || kind == EventKind::Wait;
}

Seq max(Seq a, Seq b) { return a > b ? a : b; }

}  // namespace

// Which stores of a thread happen before the access: those up to an event.
struct Watch::Known {
  Seq up_to = 0;
  Seq after = 0;                        // only younger ones are looked for
  std::uint8_t models = kTso | kPso;    // under which the others need not be in memory
  Seq drained = 0;                      // what is in memory as well
  const HistoryEvent* found = nullptr;  // the store that the access finds at other bytes
};

bool Watch::start(std::uint64_t length, const Sink& sink) {
  sink_ = sink;
  return history_.start(length) && shadow_.start() && actors_.reserve(kMaxSlots);
}

void Watch::stop() {
  for (Slot s = 0; s < slots_; ++s) {
    actors_[s].past.release();
    actors_[s].changes.release();
  }
  history_.stop();
  shadow_.stop();
  actors_.release();
}

bool Watch::begin(Slot slot, const Actor* parent) {
  Actor& p = actors_[slot];
  if (p.past.data() == nullptr &&
      (!p.past.reserve(kMaxSlots) || !p.changes.reserve(Actor::kMaxChanges)))
    return false;
  if (slot >= slots_) slots_ = slot + 1;
  p.slot = slot;
  p.tag = mark_tag(slot, 0);
  p.alive = true;
  p.change_count = 0;
  p.change_limit = Actor::kFirstLimit;
  HistoryEvent& e = log(p, EventKind::Begin, 0, 0, 0, 0);
  const Seq now = history_.last();
  if (parent != nullptr) {
    e.address = now - 1;
    e.below = parent->slot;
  }
  p.last_tick = now;
  p.last_store = 0;
  p.epoch_begin = now;
  p.committed_tso = p.committed_pso = now;
  for (Slot s = 0; s < slots_; ++s) p.past[s] = 0;
  if (races_ != nullptr) races_->begin(slot, parent, now - 1);
  if (parent == nullptr) return true;
  for (Slot s = 0; s < slots_; ++s) {
    const Seq known = s == parent->slot ? now - 1 : parent->past[s];
    p.past[s] = known;
    if (s != slot && matters(s, known)) add_change(p, s, known, now);
  }
  return true;
}

void Watch::end(Actor& p, std::uint64_t pc, std::uint32_t context) {
  log(p, EventKind::End, 0, 0, pc, context);
  p.committed_tso = p.committed_pso = history_.last();
  p.alive = false;
}

// MONITOR, figures 4 and 5: lines 6-8, 10-13, 14-25.
bool Watch::touch(Actor& p, const Access& access) {
  Units units;
  if (!find_units(p, access, units)) return false;
  if (repeats(p, access, units)) return true;
  Access a = access;
  if (a.kind == EventKind::Write && overlaps_otherwise(p, a, units))
    a.kind = EventKind::ReleaseWrite;
  if (a.kind != EventKind::Wait) find_overtaken(p, a, units);
  for (unsigned i = 0; i < units.count; ++i) {
    const Mark write = units.unit[i].cell->write;
    if (write == 0 || (slot_of(write) == p.slot && !atomic(a.kind))) continue;
    // What waited for a store needed it in memory, and what was before it.
    if (a.kind == EventKind::Wait && slot_of(write) != p.slot && is_pending(write))
      force_drain(actors_[slot_of(write)]);
    commit_observed(write);
  }
  const Seq now = history_.last() + 1;
  if (a.kind == EventKind::ReleaseWrite || a.kind == EventKind::FullWrite) p.epoch_begin = now;
  if (races_ != nullptr) find_races(p, a, units);
  join_conflicting(p, units, writes(a.kind), now);
  HistoryEvent& e = log(p, a.kind, a.address, size_and_flags(a.size, a.flags), a.pc, a.context);
  if (!remember(p, a, units, now, e)) return false;
  if (writes(a.kind)) p.last_tick = now;
  if (buffered(a.kind)) {
    e.epoch = distance(now, p.epoch_begin);
    p.last_store = now;
  }
  finish(p, a, units, now);
  if ((found_count_ | racing_count_) != 0) report(now);
  return true;
}

// What the operation itself waits for, before or after it.
void Watch::finish(Actor& p, const Access& a, const Units& units, Seq now) {
  if (a.kind == EventKind::FullWrite || (atomic(a.kind) && !a.drains_location_only)) {
    p.committed_tso = p.committed_pso = now;
    return;
  }
  if (!atomic(a.kind)) return;
  p.committed_tso = now;
  if (!writes(a.kind)) return;
  p.committed_pso = max(p.committed_pso, p.epoch_begin - 1);
  for (unsigned i = 0; i < units.count; ++i) units.unit[i].cell->write |= kObserved;
}

void Watch::find_overtaken(const Actor& p, const Access& a, const Units& units) {
  Seq last = 0;
  for (unsigned i = 0; i < units.count; ++i) {
    const Mark write = units.unit[i].cell->write;
    if (write == 0 || slot_of(write) == p.slot || seq_of(write) == last) continue;
    find_overtaken(a, write, {.up_to = p.past[slot_of(write)]});
    last = seq_of(write);
  }
  if (units.count > 1) find_torn(p, a, units);
}

// The bytes of the access were written by different stores. The weak machine may take one of them,
// w, to memory while an older one to other bytes of the access is delayed: if that happens before
// w, the access overtakes it. Whatever w takes to memory with it is not delayed.
void Watch::find_torn(const Actor& p, const Access& a, const Units& units) {
  for (unsigned i = 0; i < units.count; ++i) {
    const Mark write = units.unit[i].cell->write;
    if (write == 0 || slot_of(write) == p.slot || !is_pending(write)) continue;
    const Slot q = slot_of(write);
    for (unsigned j = 0; j < units.count; ++j) {
      const Mark w = units.unit[j].cell->write;
      const Seq seq = seq_of(w);
      if (w == 0 || slot_of(w) == p.slot || seq == seq_of(write) || seq <= floor()) continue;
      const HistoryEvent& found = history_.at(seq);
      Known known{.after = p.past[q], .found = &found};
      if (slot_of(w) == q) {
        known.up_to = seq;
        if (buffered(found.kind)) {
          known.models = kPso;
          known.drained = seq - found.epoch - 1;
        }
      } else {
        known.up_to = past_at(actors_[slot_of(w)], seq, q);
      }
      find_overtaken(a, write, known);
    }
  }
}

// Lines 6-8: the pending stores to the location that happen before prev(p), or before what the
// access finds at other bytes.
void Watch::find_overtaken(const Access& a, Mark write, const Known& known) {
  const Actor& q = actors_[slot_of(write)];
  if (known.up_to <= known.after || !is_pending(write)) return;
  const auto overlap = [](const HistoryEvent& e, const auto& other, std::uint64_t size) {
    return e.address < other.address + size && other.address < e.address + e.size();
  };
  for (Seq n = seq_of(write); n > floor() && n > q.committed();) {
    const HistoryEvent& e = history_.at(n);
    const auto models = static_cast<std::uint8_t>(
        (n > q.committed_tso ? kTso : 0) | (!e.observed() && n > q.committed_pso ? kPso : 0));
    const bool overlaps = overlap(e, a, a.size);
    if (overlaps && models == 0) return;
    const auto able = static_cast<std::uint8_t>(models & known.models);
    if (overlaps && able != 0 && n <= known.up_to && n > known.after && n > known.drained &&
        (known.found == nullptr || !overlap(e, *known.found, known.found->size())))
      add_found({n, 0, able});
    if (e.below == 0) return;
    n = n > e.below ? n - e.below : 0;
  }
}

void Watch::add_found(const Overtaken& found) {
  for (unsigned i = 0; i < found_count_; ++i)
    if (found_[i].delayed == found.delayed) {
      found_[i].models |= found.models;
      return;
    }
  if (found_count_ < kMaxFound) found_[found_count_++] = found;
}

bool Watch::is_pending(Mark write) const {
  const Actor& q = actors_[slot_of(write)];
  const Seq seq = seq_of(write);
  return seq > floor() &&
         (seq > q.committed_tso || ((write & kObserved) == 0 && seq > q.committed_pso));
}

// Lines 10-13. Other cells of the same store have reached memory with it.
void Watch::commit_observed(Mark write) {
  if (!is_pending(write)) return;
  const Seq seq = seq_of(write);
  Actor& q = actors_[slot_of(write)];
  q.committed_tso = max(q.committed_tso, seq);
  HistoryEvent& e = history_.at(seq);
  e.slot_observed |= HistoryEvent::kSeen;
  q.committed_pso = max(q.committed_pso, seq - e.epoch - 1);
  for (Address at = e.address / kGranule * kGranule; at < e.address + e.size(); at += kGranule) {
    Cell* cell = shadow_.find(at);
    if (cell == nullptr) continue;
    if (cell->split()) {
      for (Cell& byte : shadow_.block(index_of(cell->write)).bytes)
        if (seq_of(byte.write) == seq) byte.write |= kObserved;
    } else if (seq_of(cell->write) == seq) {
      cell->write |= kObserved;
    }
  }
}

// A write comes after the last write and the reads since then, a read after the last write.
void Watch::join_conflicting(Actor& p, const Units& units, bool writes, Seq now) {
  for (unsigned i = 0; i < units.count; ++i) {
    const Cell& cell = *units.unit[i].cell;
    if (cell.write != 0) join(p, slot_of(cell.write), seq_of(cell.write), now);
    if (!writes || cell.read == 0) continue;
    if (!is_set(cell.read)) {
      join(p, slot_of(cell.read), seq_of(cell.read), now);
      continue;
    }
    for (std::uint32_t b = index_of(cell.read); b != 0; b = shadow_.block(b).set.next)
      for (std::uint32_t k = 0; k < shadow_.block(b).set.count; ++k) {
        const Mark mark = shadow_.block(b).set.marks[k];
        join(p, slot_of(mark), seq_of(mark), now);
      }
  }
}

// Accesses that are too old to be shown are not reported.
void Watch::find_races(const Actor& p, const Access& a, const Units& units) {
  const bool is_atomic = (a.flags & kIsAtomic) != 0;
  const auto look = [&](Mark mark) {
    const Seq seq = seq_of(mark);
    if (mark == 0 || slot_of(mark) == p.slot || (is_atomic && (mark & kAtomic) != 0)) return;
    if (races_->ordered(p, slot_of(mark), seq) || !history_.has(seq)) return;
    for (unsigned i = 0; i < racing_count_; ++i)
      if (racing_[i] == seq) return;
    if (racing_count_ < kMaxFound) racing_[racing_count_++] = seq;
  };
  for (unsigned i = 0; i < units.count; ++i) {
    const Cell& cell = *units.unit[i].cell;
    look(cell.write);
    if (!writes(a.kind) || cell.read == 0) continue;
    if (!is_set(cell.read)) {
      look(cell.read);
      continue;
    }
    for (std::uint32_t b = index_of(cell.read); b != 0; b = shadow_.block(b).set.next)
      for (std::uint32_t k = 0; k < shadow_.block(b).set.count; ++k)
        look(shadow_.block(b).set.marks[k]);
  }
}

void Watch::report(Seq now) {
  const unsigned count = found_count_;
  found_count_ = 0;
  for (unsigned i = count; i-- > 0;) {  // oldest first
    found_[i].overtaking = now;
    if (sink_.violation != nullptr) sink_.violation(sink_.self, found_[i]);
  }
  const unsigned races = racing_count_;
  racing_count_ = 0;
  for (unsigned i = 0; i < races; ++i)
    if (sink_.race != nullptr) sink_.race(sink_.self, {racing_[i], now});
}

// --- fences and order --------------------------------------------------------------------------

void Watch::fence(Actor& p, std::uint64_t pc, std::uint32_t context) {
  if (!p.has_pending()) return;
  log(p, EventKind::Fence, 0, 0, pc, context);
  p.committed_tso = p.committed_pso = history_.last();
}

void Watch::store_fence(Actor& p, std::uint64_t pc, std::uint32_t context) {
  if (p.last_store < p.epoch_begin) return;
  log(p, EventKind::StoreFence, 0, 0, pc, context);
  p.epoch_begin = history_.last();
}

void Watch::force_drain(Actor& p) {
  if (!p.has_pending()) return;
  log(p, EventKind::Drained, 0, 0, 0, 0);
  p.committed_tso = p.committed_pso = history_.last();
}

void Watch::order(Actor& p, Slot of, Seq from, std::uint64_t pc, std::uint32_t context) {
  if (of == p.slot || p.past[of] >= from) return;
  HistoryEvent& e = log(p, EventKind::Order, from, 0, pc, context);
  e.below = of;
  join(p, of, from, history_.last());
}

void Watch::forget(Address begin, std::uint64_t bytes) {
  shadow_.clear(begin, bytes);
  if (races_ != nullptr) races_->forget(begin, bytes);
}

void Watch::forget_all() {
  shadow_.clear_all();
  floor_ = history_.last();
  for (Slot s = 0; s < slots_; ++s) {
    Actor& p = actors_[s];
    p.committed_tso = p.committed_pso = history_.last();
    p.change_count = 0;
  }
}

}  // namespace overtake::observe

// How accesses of any size and place change cells.
#include "observe/core/watch.h"

namespace overtake::observe {
namespace {

bool is_store(EventKind kind) {
  return kind == EventKind::Write || kind == EventKind::ReleaseWrite ||
         kind == EventKind::FullWrite || kind == EventKind::Rmw || kind == EventKind::Wait;
}

// The bytes of the cell at `address` that an event had.
std::uint32_t mask_in_cell(const HistoryEvent& e, Address address) {
  std::uint32_t mask = 0;
  for (unsigned i = 0; i < kGranule; ++i)
    if (address + i >= e.address && address + i < e.address + e.size()) mask |= 1u << i;
  return mask;
}

// Whether accesses of these bytes need no more than the one cell.
bool uniform(const Cell& cell, std::uint32_t mask) {
  return (cell.write == 0 ||
          (extent_of(cell.write) != Extent::Mixed && mask_of(cell.write) == mask)) &&
         (cell.read == 0 || (extent_of(cell.read) != Extent::Mixed && mask_of(cell.read) == mask));
}

}  // namespace

// The cells of an access. Bytes that threads use in several ways have cells of their own.
bool Watch::find_units(const Actor& p, const Access& a, Units& units) {
  units.count = 0;
  const Address end = a.address + a.size;
  for (Address at = a.address; at < end;) {
    const Address cell_address = at / kGranule * kGranule;
    const Address stop = cell_address + kGranule < end ? cell_address + kGranule : end;
    const std::uint32_t mask = mask_at(at, static_cast<std::uint32_t>(stop - at));
    at = stop;
    Cell* cell = shadow_.cell(cell_address);
    if (cell == nullptr) return false;
    if (!cell->split() && (is_private(p, *cell) || uniform(*cell, mask))) {
      units.unit[units.count++] = {cell, mask};
      continue;
    }
    if (!cell->split() && !split(*cell, cell_address)) return false;
    Block& block = shadow_.block(index_of(cell->write));
    for (unsigned i = 0; i < kGranule; ++i)
      if ((mask >> i & 1) != 0) units.unit[units.count++] = {&block.bytes[i], 1};
  }
  return true;
}

bool Watch::split(Cell& cell, Address address) {
  const bool mixed_write = cell.write != 0 && extent_of(cell.write) == Extent::Mixed;
  const bool mixed_read =
      cell.read != 0 && !is_set(cell.read) && extent_of(cell.read) == Extent::Mixed;
  if (!mixed_write && !mixed_read) return shadow_.split(cell);
  // One thread has used it so far.
  Cell bytes[kGranule];
  const Cell whole = cell;
  if (!last_by_byte(whole.write, true, address, bytes)) force_drain(actors_[slot_of(whole.write)]);
  last_by_byte(whole.read, false, address, bytes);
  cell = {};
  if (!shadow_.split(cell)) return false;
  Block& block = shadow_.block(index_of(cell.write));
  for (unsigned i = 0; i < kGranule; ++i) {
    if (seq_of(bytes[i].read) < seq_of(bytes[i].write)) bytes[i].read = 0;
    block.bytes[i] = bytes[i];
  }
  return true;
}

// The last write (read) of each byte, found through the history. What is too old for the window is
// left out. False if the last pending store of some byte was not found.
bool Watch::last_by_byte(Mark mark, bool write, Address address, Cell (&bytes)[kGranule]) const {
  if (mark == 0) return true;
  const Mark tag = (mark & (kSlotField | kObserved)) | mark_tag(0, 1);
  const bool mixed = extent_of(mark) == Extent::Mixed;
  std::uint32_t open = write || !mixed ? mask_of(mark) : kWholeMask;
  for (Seq n = seq_of(mark); open != 0 && n > floor();) {
    const HistoryEvent& e = history_.at(n);
    const std::uint32_t here = open & (mixed ? mask_in_cell(e, address) : open);
    for (unsigned i = 0; i < kGranule; ++i) {
      if ((here >> i & 1) == 0) continue;
      Mark& to = write ? bytes[i].write : bytes[i].read;
      to = tag | mark_tag(0, 0, write ? Extent::Other : Extent::Inside) | n;
      if ((e.flags() & kIsAtomic) != 0) to |= kAtomic;
    }
    open &= ~here;
    if (e.below == 0) return open == 0 || n <= actors_[slot_of(mark)].committed();
    n = n > e.below ? n - e.below : 0;
  }
  return true;
}

// Whether a read tells nothing that the last one of the same thread has not told.
bool Watch::repeats(const Actor& p, const Access& a, const Units& units) {
  if (a.kind != EventKind::Read && (a.kind != EventKind::AtomicRead || p.has_pending()))
    return false;
  const Mark flags = (a.flags & kIsAtomic) != 0 ? kAtomic : 0;
  const auto is_own = [&](Mark mark, std::uint32_t mask) {
    return mark != 0 && ((mark ^ (p.tag | flags)) & (kSlotField | kAtomic)) == 0 &&
           (mask & ~mask_of(mark)) == 0 && seq_of(mark) >= p.last_tick;
  };
  for (unsigned i = 0; i < units.count; ++i) {
    const Mark read = units.unit[i].cell->read;
    bool found = !is_set(read) && is_own(read, units.unit[i].mask);
    for (std::uint32_t b = is_set(read) ? index_of(read) : 0; b != 0 && !found;
         b = shadow_.block(b).set.next)
      for (std::uint32_t k = 0; k < shadow_.block(b).set.count; ++k)
        found = found || is_own(shadow_.block(b).set.marks[k], units.unit[i].mask);
    if (!found) return false;
  }
  return true;
}

// A store of bytes that a pending store of the same thread has, too, but not just these.
bool Watch::overlaps_otherwise(const Actor& p, const Access& a, const Units& units) const {
  for (unsigned i = 0; i < units.count; ++i) {
    const Mark write = units.unit[i].cell->write;
    if (write == 0 || slot_of(write) != p.slot || (write & kObserved) != 0) continue;
    for (Seq n = seq_of(write); n > floor() && n > p.committed_pso;) {
      const HistoryEvent& e = history_.at(n);
      if (e.address == a.address && e.size() == a.size) break;
      if (e.address < a.address + a.size && a.address < e.address + e.size()) return true;
      if (e.below == 0) break;
      n = n > e.below ? n - e.below : 0;
    }
  }
  return false;
}

bool Watch::remember(Actor& p, const Access& a, const Units& units, Seq now, HistoryEvent& e) {
  const Mark flags = (a.flags & kIsAtomic) != 0 ? kAtomic : 0;
  const Extent extent = extent_at(a.address, a.size);
  for (unsigned i = 0; i < units.count; ++i) {
    const Unit& unit = units.unit[i];
    Cell& cell = *unit.cell;
    if (!is_store(a.kind)) {
      if (is_private(p, cell))
        mark_read(p, cell, unit.mask, flags, now, e);
      else if (!add_reader(cell, p.tag | mark_tag(0, unit.mask) | flags | now))
        return false;
      continue;
    }
    if (slot_of(cell.write) == p.slot && cell.write != 0 && (cell.write & kObserved) == 0 &&
        (e.below == 0 || now - e.below < seq_of(cell.write)))
      e.below = distance(now, seq_of(cell.write));
    if (is_private(p, cell)) {
      mark_write(p, cell, unit.mask, extent, flags, now);
    } else {
      if (is_set(cell.read)) shadow_.free_set(cell.read);
      cell = {p.tag | mark_tag(0, unit.mask, extent) | flags | now, 0};
    }
  }
  if (!is_store(a.kind)) return true;
  // Bytes that were all written at once are one cell again.
  for (Address at = (a.address + kGranule - 1) / kGranule * kGranule;
       at + kGranule <= a.address + a.size; at += kGranule) {
    Cell* cell = shadow_.find(at);
    if (cell == nullptr || !cell->split()) continue;
    shadow_.merge(*cell);
    *cell = {p.tag | mark_tag(0, kWholeMask, extent) | flags | now, 0};
  }
  return true;
}

bool Watch::add_reader(Cell& cell, Mark mark) {
  if (cell.read == 0 || (!is_set(cell.read) && slot_of(cell.read) == slot_of(mark))) {
    cell.read = mark;
    return true;
  }
  if (!is_set(cell.read)) {
    const std::uint32_t b = shadow_.take_block();
    if (b == 0) return false;
    auto& set = shadow_.block(b).set;
    set.next = 0;
    set.count = 2;
    set.marks[0] = cell.read;
    set.marks[1] = mark;
    cell.read = kSet | mark_tag(0, mask_of(mark)) | b;
    return true;
  }
  for (std::uint32_t b = index_of(cell.read);; b = shadow_.block(b).set.next) {
    auto& set = shadow_.block(b).set;
    for (std::uint32_t k = 0; k < set.count; ++k)
      if (slot_of(set.marks[k]) == slot_of(mark)) {
        set.marks[k] = mark;
        return true;
      }
    if (set.next != 0) continue;
    if (set.count < 7) {
      set.marks[set.count++] = mark;
      return true;
    }
    const std::uint32_t more = shadow_.take_block();
    if (more == 0) return false;
    shadow_.block(more).set.next = 0;
    shadow_.block(more).set.count = 0;
    set.next = more;
  }
}

}  // namespace overtake::observe

#include "observe/core/races.h"

#include "base/hash.h"

namespace overtake::observe {
namespace {

constexpr std::uint64_t kMaxObjects = 1u << 22;
constexpr std::uint32_t kMaxClockBlocks = 1u << 22;

Seq higher(Seq a, Seq b) { return a > b ? a : b; }

}  // namespace

bool RaceClocks::start() {
  object_mask_ = 4095;
  return threads_.reserve(kMaxSlots) && objects_.reserve(kMaxObjects) &&
         blocks_.reserve(kMaxClockBlocks);
}

void RaceClocks::stop() {
  for (Slot s = 0; s < slots_; ++s) {
    threads_[s].past.release();
    threads_[s].released.release();
    threads_[s].seen.release();
  }
  threads_.release();
  objects_.release();
  blocks_.release();
  slots_ = 0;
}

void RaceClocks::begin(Slot slot, const Actor* parent, Seq now) {
  Clocks& c = threads_[slot];
  if (slot >= slots_) slots_ = slot + 1;
  if (c.past.data() == nullptr) {
    c.past.reserve(kMaxSlots);
    c.released.reserve(kMaxSlots);
    c.seen.reserve(kMaxSlots);
  }
  c.has_released = c.has_seen = false;
  for (Slot s = 0; s < slots_; ++s) {
    c.past[s] = parent != nullptr ? threads_[parent->slot].past[s] : 0;
    c.seen[s] = 0;
  }
  if (parent != nullptr) c.past[parent->slot] = now;
}

void RaceClocks::after_end_of(const Actor& p, Slot of, Seq end) {
  Clocks& c = threads_[p.slot];
  for (Slot s = 0; s < slots_; ++s) c.past[s] = higher(c.past[s], threads_[of].past[s]);
  c.past[of] = higher(c.past[of], end);
}

// --- objects -------------------------------------------------------------------------------------

RaceClocks::Object* RaceClocks::find(Address address) {
  for (std::uint64_t at = mix(address) & object_mask_;; at = (at + 1) & object_mask_) {
    Object& o = objects_[at];
    if (o.used == 0) return nullptr;
    if (o.used == 1 && o.address == address) return &o;
  }
}

RaceClocks::Object* RaceClocks::make(Address address) {
  if (Object* o = find(address)) return o;
  if (2 * (object_count_ + 1) > object_mask_) grow();
  std::uint64_t at = mix(address) & object_mask_;
  while (objects_[at].used == 1) at = (at + 1) & object_mask_;
  if (objects_[at].used == 0) ++object_count_;
  objects_[at] = {address, 0, 1};
  return &objects_[at];
}

// Into a larger table, or the same one without what was forgotten.
void RaceClocks::grow() {
  std::uint64_t live = 0;
  for (std::uint64_t i = 0; i <= object_mask_; ++i) live += objects_[i].used == 1 ? 1 : 0;
  PageArray<Object> old;
  if (!old.reserve(live + 1)) return forget_all();
  std::uint64_t kept = 0;
  for (std::uint64_t i = 0; i <= object_mask_; ++i)
    if (objects_[i].used == 1) old[kept++] = objects_[i];
  objects_.forget();
  while (4 * live > object_mask_ && object_mask_ + 1 < kMaxObjects)
    object_mask_ = 2 * object_mask_ + 1;
  object_count_ = 0;
  if (2 * live > object_mask_) {  // too many: all are forgotten
    old.release();
    return forget_all();
  }
  for (std::uint64_t i = 0; i < kept; ++i) make(old[i].address)->clock = old[i].clock;
  old.release();
}

std::uint32_t RaceClocks::take_block() {
  std::uint32_t index = free_;
  if (index != 0)
    free_ = blocks_[index].next;
  else if (block_end_ < kMaxClockBlocks)
    index = block_end_++;
  if (index != 0) blocks_[index].next = blocks_[index].count = 0;
  return index;
}

void RaceClocks::clear(Object& o) {
  for (std::uint32_t b = o.clock; b != 0;) {
    const std::uint32_t next = blocks_[b].next;
    blocks_[b].next = free_;
    free_ = b;
    b = next;
  }
  o.clock = 0;
}

void RaceClocks::raise(Object& o, Slot slot, Seq seq) {
  if (seq == 0) return;
  std::uint32_t* link = &o.clock;
  for (; *link != 0; link = &blocks_[*link].next) {
    Block& b = blocks_[*link];
    for (std::uint32_t i = 0; i < b.count; ++i)
      if (slot_of(b.entries[i]) == slot) {
        b.entries[i] = mark_tag(slot, 0) | higher(seq_of(b.entries[i]), seq);
        return;
      }
    if (b.count < 6) {
      b.entries[b.count++] = mark_tag(slot, 0) | seq;
      return;
    }
  }
  const std::uint32_t fresh = take_block();
  if (fresh == 0) return;  // what is not ordered by it may be called a race: forget_all is next
  *link = fresh;
  blocks_[fresh].entries[blocks_[fresh].count++] = mark_tag(slot, 0) | seq;
}

void RaceClocks::publish(Object& o, const PageArray<Seq>& clock, Slot own, Seq now) {
  for (Slot s = 0; s < slots_; ++s)
    if (s != own) raise(o, s, clock[s]);
  raise(o, own, now);
}

// --- operations ----------------------------------------------------------------------------------

void RaceClocks::acquire(const Actor& p, Address object) { load(p, object, true); }

void RaceClocks::release(const Actor& p, Address object, Seq now) {
  publish(*make(object), threads_[p.slot].past, p.slot, now);
}

void RaceClocks::load(const Actor& p, Address object, bool acquires) {
  const Object* o = find(object);
  if (o == nullptr) return;
  Clocks& c = threads_[p.slot];
  PageArray<Seq>& to = acquires ? c.past : c.seen;
  if (!acquires) c.has_seen = true;
  for (std::uint32_t b = o->clock; b != 0; b = blocks_[b].next)
    for (std::uint32_t i = 0; i < blocks_[b].count; ++i) {
      Seq& known = to[slot_of(blocks_[b].entries[i])];
      known = higher(known, seq_of(blocks_[b].entries[i]));
    }
}

void RaceClocks::store(const Actor& p, Address object, bool releases, Seq now) {
  const Clocks& c = threads_[p.slot];
  if (!releases && !c.has_released) {
    if (Object* o = find(object)) clear(*o);
    return;
  }
  Object* o = make(object);
  clear(*o);
  if (releases)
    publish(*o, c.past, p.slot, now);
  else
    publish(*o, c.released, p.slot, c.released[p.slot]);
}

void RaceClocks::rmw(const Actor& p, Address object, bool acquires, bool releases, Seq now) {
  load(p, object, acquires);
  const Clocks& c = threads_[p.slot];
  if (releases)
    publish(*make(object), c.past, p.slot, now);
  else if (c.has_released)
    publish(*make(object), c.released, p.slot, c.released[p.slot]);
}

void RaceClocks::fence(const Actor& p, bool acquires, bool releases, Seq now) {
  Clocks& c = threads_[p.slot];
  if (acquires && c.has_seen) {
    for (Slot s = 0; s < slots_; ++s) {
      c.past[s] = higher(c.past[s], c.seen[s]);
      c.seen[s] = 0;
    }
    c.has_seen = false;
  }
  if (releases) {
    for (Slot s = 0; s < slots_; ++s) c.released[s] = c.past[s];
    c.released[p.slot] = now;
    c.has_released = true;
  }
}

void RaceClocks::forget(Address begin, std::uint64_t bytes) {
  if (object_count_ == 0) return;
  if (bytes / 4 > object_mask_) {
    for (std::uint64_t i = 0; i <= object_mask_; ++i)
      if (objects_[i].used == 1 && objects_[i].address - begin < bytes) {
        clear(objects_[i]);
        objects_[i].used = 2;
      }
    return;
  }
  for (Address at = begin; at < begin + bytes; ++at)
    if (Object* o = find(at)) {
      clear(*o);
      o->used = 2;
    }
}

void RaceClocks::forget_all() {
  objects_.forget();
  blocks_.forget();
  object_mask_ = 4095;
  object_count_ = 0;
  block_end_ = 1;
  free_ = 0;
}

}  // namespace overtake::observe

// The monitors of MONITOR (figures 4 and 5), online, for programs of any size and runs of any
// length: TSO and PSO at once, in memory that does not grow with the run.
//
// src/monitor/monitor.h has the algorithm with buffers that are lists, for events of small
// programs; it is the judge of this one (tests/unit/observe). Here nothing is listed. All events
// that matter have one number, in the order in which they happen, and:
//
// - Under TSO stores reach memory in order, so what a thread has pending is a number: its stores
//   after committed_tso. Another thread that accesses a location commits the last store s to it,
//   and with it all older ones of that thread: committed_tso = max(committed_tso, s).
// - Under PSO the same access commits s itself (its cells are marked as observed), and all stores
//   before the last store-store fence before s: committed_pso = max(committed_pso, epoch - 1).
// - A fence, an atomic operation, a lock: both are the number of the newest event.
// - At most one thread has pending stores to a location (MONITOR, lemma 1), the last one that wrote
//   there. A cell knows the last write; older pending ones of the same thread are linked in the
//   history (HistoryEvent::below).
// - e' happens before prev(p) if past(p)[thread of e'] >= e' (actor.h).
// - An access to bytes that were written by different stores finds them in memory one by one: if it
//   finds w, what happens before w is overtaken as well (find_torn).
//
// So an access costs a few comparisons; and an access to memory that no other thread has used costs
// less: it is only written down. A read that repeats one, without a store of its thread or a change
// of its past in between, is not even that: whatever follows from the second follows from the
// first.
//
// What is forgotten, and what that costs. The history has the last N events. A store that falls out
// of it counts as committed: to commit a store early is always a run of the machine, so no report
// is wrong; a violation whose store is more than N events older than the overtaking access is
// missed. Within the N events nothing is missed: the pairs are those of src/monitor on the
// recorded execution. Memory that is freed is forgotten (its next life is another location), and
// all is forgotten when only one thread is left: a start and a join of threads are fences. Changes
// of pasts whose stores have been committed concern no violation any more. Should a thread have
// more than 65,536 that do, the older half is dropped and the window is shortened to what came
// after them (`floor`): happens-before is then complete for what is left.
#pragma once

#include <cstdint>

#include "observe/core/actor.h"
#include "observe/core/history.h"
#include "observe/core/shadow.h"

namespace overtake::observe {

inline constexpr std::uint8_t kTso = 1;
inline constexpr std::uint8_t kPso = 2;

struct Access {
  Address address = 0;
  std::uint64_t pc = 0;
  std::uint32_t context = 0;
  std::uint32_t size = 0;  // up to 64; a multiple of 4 if above 16
  EventKind kind = EventKind::Read;
  std::uint8_t flags = 0;
  bool drains_location_only = false;  // AtomicRead, Rmw: --pso-rmw location
};

// A violation: `overtaking` could have happened while `delayed` was still in its thread's buffer.
struct Overtaken {
  Seq delayed = 0;
  Seq overtaking = 0;
  std::uint8_t models = 0;  // kTso, kPso
};

// Two accesses that no synchronization orders (races.h).
struct RacingPair {
  Seq first = 0;
  Seq second = 0;
};

// What is done with findings. Called after the event was added.
struct Sink {
  void* self = nullptr;
  void (*violation)(void* self, const Overtaken& found) = nullptr;
  void (*race)(void* self, const RacingPair& found) = nullptr;
};

class RaceClocks;

class Watch {
 public:
  // A window of `length` events, a power of two. False if there is no memory.
  bool start(std::uint64_t length, const Sink& sink);
  void stop();
  // Threads of `clocks` begin as they do here.
  void check_races(RaceClocks* clocks) { races_ = clocks; }

  Actor& actor(Slot slot) { return actors_[slot]; }
  const History& history() const { return history_; }
  // Nothing up to this event is part of a violation any more.
  Seq floor() const { return floor_ > history_.floor() ? floor_ : history_.floor(); }

  // A thread begins in a slot whose last thread has ended; false if there is no memory. What
  // `parent` (if there is one) did so far happens before it.
  bool begin(Slot slot, const Actor* parent);
  void end(Actor& p, std::uint64_t pc, std::uint32_t context);

  // An access; false if there was no memory to remember it.
  bool touch(Actor& p, const Access& a);
  // The same for the most frequent ones, if it is as easy as it mostly is: 1, 2, 4 or 8 bytes that
  // no other thread has used. False: nothing was done.
  bool read_private(Actor& p, Address address, std::uint32_t size, std::uint64_t pc,
                    std::uint32_t context, std::uint8_t flags);
  bool write_private(Actor& p, Address address, std::uint32_t size, std::uint64_t pc,
                     std::uint32_t context, std::uint8_t flags);

  void fence(Actor& p, std::uint64_t pc, std::uint32_t context);
  void store_fence(Actor& p, std::uint64_t pc, std::uint32_t context);
  // What thread `of` did up to event `from` happens before what p does from now on.
  void order(Actor& p, Slot of, Seq from, std::uint64_t pc, std::uint32_t context);
  // The pending stores of `p` reach memory now, without an event of its own.
  void force_drain(Actor& p);

  // The memory holds other objects from now on.
  void forget(Address begin, std::uint64_t bytes);
  // Everything so far: all stores have reached memory.
  void forget_all();

 private:
  HistoryEvent& log(Actor& p, EventKind kind, Address address, std::uint8_t size_and_flags,
                    std::uint64_t pc, std::uint32_t context);
  struct Unit {
    Cell* cell;
    std::uint32_t mask;
  };
  struct Units {
    Unit unit[64];
    unsigned count = 0;
  };
  static bool is_private(const Actor& p, const Cell& c);
  static void mark_read(const Actor& p, Cell& c, std::uint32_t mask, Mark flags, Seq now,
                        HistoryEvent& e);
  static void mark_write(const Actor& p, Cell& c, std::uint32_t mask, Extent extent, Mark flags,
                         Seq now);
  // watch_cells.cpp
  bool find_units(const Actor& p, const Access& a, Units& units);
  bool split(Cell& cell, Address address);
  bool last_by_byte(Mark mark, bool write, Address address, Cell (&bytes)[kGranule]) const;
  bool repeats(const Actor& p, const Access& a, const Units& units);
  bool remember(Actor& p, const Access& a, const Units& units, Seq now, HistoryEvent& e);
  bool add_reader(Cell& cell, Mark mark);
  bool overlaps_otherwise(const Actor& p, const Access& a, const Units& units) const;
  // watch.cpp
  void find_overtaken(const Actor& p, const Access& a, const Units& units);
  struct Known;
  void find_overtaken(const Access& a, Mark write, const Known& known);
  void find_torn(const Actor& p, const Access& a, const Units& units);
  void add_found(const Overtaken& found);
  bool is_pending(Mark write) const;
  void commit_observed(Mark write);
  void join_conflicting(Actor& p, const Units& units, bool writes, Seq now);
  void find_races(const Actor& p, const Access& a, const Units& units);
  void finish(Actor& p, const Access& a, const Units& units, Seq now);
  void report(Seq now);
  // happens_before.cpp
  void join(Actor& p, Slot of, Seq seq, Seq now);
  void add_change(Actor& p, Slot slot, Seq value, Seq now);
  void shorten_changes(Actor& p);
  Seq past_at(const Actor& p, Seq now, Slot of) const;
  bool matters(Slot slot, Seq value) const;

  History history_;
  Shadow shadow_;
  PageArray<Actor> actors_;  // by slot
  Sink sink_;
  RaceClocks* races_ = nullptr;
  Seq floor_ = 0;   // of changes that were dropped
  Slot slots_ = 0;  // those from here on were never used
  static constexpr unsigned kMaxFound = 64;
  Overtaken found_[kMaxFound] = {};
  unsigned found_count_ = 0;
  Seq racing_[kMaxFound] = {};
  unsigned racing_count_ = 0;
};

// --- the easy cases ----------------------------------------------------------------------------

inline HistoryEvent& Watch::log(Actor& p, EventKind kind, Address address,
                                std::uint8_t size_and_flags, std::uint64_t pc,
                                std::uint32_t context) {
  HistoryEvent& e = history_.add();
  e.address = address;
  e.pc = pc;
  e.context = context;
  e.below = 0;
  e.epoch = 0;
  e.slot_observed = static_cast<std::uint16_t>(p.slot);
  e.kind = kind;
  e.size_flags = size_and_flags;
  return e;
}

// How much lower an older event's number is; what is too old for 32 bits is out of every window.
constexpr std::uint32_t distance(Seq now, Seq older) {
  if (older == 0) return 0;
  return now - older < UINT32_MAX ? static_cast<std::uint32_t>(now - older) : UINT32_MAX;
}

// Whether all that is known of a cell was done by the thread, and not seen by others.
inline bool Watch::is_private(const Actor& p, const Cell& c) {
  constexpr Mark kOthers = kSlotField | kObserved | kSet | kSplit;
  return (c.write == 0 || ((c.write ^ p.tag) & kOthers) == 0) &&
         (c.read == 0 || ((c.read ^ p.tag) & kOthers) == 0);
}

// Of a cell that one thread uses: marks a read of the bytes of `mask`.
inline void Watch::mark_read(const Actor& p, Cell& c, std::uint32_t mask, Mark flags, Seq now,
                             HistoryEvent& e) {
  if (c.read == 0 || (mask_of(c.read) == mask && extent_of(c.read) == Extent::Inside)) {
    c.read = p.tag | mark_tag(0, mask) | flags | now;
    return;
  }
  const bool alike = seq_of(c.read) >= p.last_tick && ((c.read ^ flags) & kAtomic) == 0;
  const std::uint32_t same_time = alike ? mask_of(c.read) : 0;
  e.below = distance(now, seq_of(c.read));
  c.read = p.tag | mark_tag(0, mask | same_time, Extent::Mixed) | flags | now;
}

// Of a cell that one thread uses: marks a store of the bytes of `mask`.
inline void Watch::mark_write(const Actor& p, Cell& c, std::uint32_t mask, Extent extent,
                              Mark flags, Seq now) {
  const std::uint32_t left = mask_of(c.write) & ~mask;  // bytes of older stores
  c.write = p.tag | mark_tag(0, mask | left, left == 0 ? extent : Extent::Mixed) | flags | now;
  if (extent_of(c.read) == Extent::Inside && (mask_of(c.read) & ~mask) == 0) c.read = 0;
}

inline bool Watch::read_private(Actor& p, Address address, std::uint32_t size, std::uint64_t pc,
                                std::uint32_t context, std::uint8_t flags) {
  Cell* c = shadow_.find(address);
  if (c == nullptr) return false;
  const std::uint32_t mask = mask_at(address, size);
  const bool wide = size > kGranule;
  const auto repeated = [&](const Cell& cell) {
    return ((cell.read ^ p.tag) & (kSlotField | kAtomic | kSet)) == 0 &&
           (mask & ~mask_of(cell.read)) == 0 && seq_of(cell.read) >= p.last_tick;
  };
  if (repeated(c[0]) && (!wide || repeated(c[1]))) return true;
  if (!is_private(p, c[0]) || (wide && !is_private(p, c[1]))) return false;
  HistoryEvent& e = log(p, EventKind::Read, address, size_and_flags(size, flags), pc, context);
  mark_read(p, c[0], mask, 0, history_.last(), e);
  if (wide) mark_read(p, c[1], mask, 0, history_.last(), e);
  return true;
}

inline bool Watch::write_private(Actor& p, Address address, std::uint32_t size, std::uint64_t pc,
                                 std::uint32_t context, std::uint8_t flags) {
  Cell* c = shadow_.find(address);
  if (c == nullptr) return false;
  const std::uint32_t mask = mask_at(address, size);
  const Extent extent = size <= kGranule ? Extent::Inside : Extent::Eight;
  const bool wide = size > kGranule;
  // A store of some of the bytes of a pending one is looked at with more care.
  const auto easy = [&](const Cell& cell) {
    return is_private(p, cell) &&
           ((mask_of(cell.write) & mask) == 0 || seq_of(cell.write) <= p.committed_pso ||
            (mask_of(cell.write) == mask && extent_of(cell.write) == extent));
  };
  if (!easy(c[0]) || (wide && (!easy(c[1]) || seq_of(c[0].write) != seq_of(c[1].write))))
    return false;
  HistoryEvent& e = log(p, EventKind::Write, address, size_and_flags(size, flags), pc, context);
  const Seq now = history_.last();
  e.below = distance(now, seq_of(c[0].write));
  e.epoch = distance(now, p.epoch_begin);
  mark_write(p, c[0], mask, extent, 0, now);
  if (wide) mark_write(p, c[1], mask, extent, 0, now);
  p.last_tick = now;
  p.last_store = now;
  return true;
}

}  // namespace overtake::observe

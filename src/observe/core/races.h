// Data races of C and C++: two accesses to the same bytes, at least one of them a write and not
// both atomic, neither of which happens before the other by synchronization.
//
// That happens-before is another one than the monitors': program order, and what releases and
// acquires by the rules of C11 (locks, atomics with their orders, fences, start and end of threads)
// say. As in FastTrack, a location remembers its last write and the reads since then (its cell,
// which the monitors keep anyway); a thread has the vector clock of what is ordered before it, and
// so has a synchronization object, as a list.
#pragma once

#include <cstdint>

#include "observe/core/actor.h"
#include "observe/core/pages.h"

namespace overtake::observe {

class RaceClocks {
 public:
  // False if there is no memory.
  bool start();
  void stop();

  // A thread begins, after what `parent` (if there is one) did up to event `now`.
  void begin(Slot slot, const Actor* parent, Seq now);
  // All that thread `of` did comes before what p does: a join.
  void after_end_of(const Actor& p, Slot of, Seq end);

  // On the object at an address.
  void acquire(const Actor& p, Address object);
  void release(const Actor& p, Address object, Seq now);  // in addition to what it has
  // Atomic accesses with their orders.
  void load(const Actor& p, Address object, bool acquires);
  void store(const Actor& p, Address object, bool releases, Seq now);
  void rmw(const Actor& p, Address object, bool acquires, bool releases, Seq now);
  void fence(const Actor& p, bool acquires, bool releases, Seq now);
  // The memory holds other objects from now on.
  void forget(Address begin, std::uint64_t bytes);
  void forget_all();

  // Whether event `seq` of thread `slot` comes before what p does now.
  bool ordered(const Actor& p, Slot slot, Seq seq) const {
    return slot == p.slot || seq <= threads_[p.slot].past[slot];
  }

 private:
  struct Clocks {  // of a thread, by slot
    PageArray<Seq> past;
    PageArray<Seq> released;  // by its last release fence
    PageArray<Seq> seen;      // by relaxed loads, for the next acquire fence
    bool has_released = false;
    bool has_seen = false;
  };
  struct Block {  // a part of an object's clock
    std::uint32_t next;
    std::uint32_t count;
    std::uint64_t entries[6];  // Mark without mask: slot and number
  };
  struct Object {
    Address address;
    std::uint32_t clock;  // first block
    std::uint32_t used;   // 1: in use; 2: was
  };

  Object* find(Address address);
  Object* make(Address address);
  void clear(Object& o);
  void raise(Object& o, Slot slot, Seq seq);
  void publish(Object& o, const PageArray<Seq>& clock, Slot own, Seq now);
  std::uint32_t take_block();
  void grow();

  PageArray<Clocks> threads_;
  PageArray<Object> objects_;  // open addressing
  PageArray<Block> blocks_;
  std::uint64_t object_mask_ = 0;
  std::uint64_t object_count_ = 0;
  std::uint32_t block_end_ = 1;
  std::uint32_t free_ = 0;
  Slot slots_ = 0;
};

}  // namespace overtake::observe

// The last events of the execution, by number: a ring.
//
// Everything that a report needs lies in here: what was accessed, by which instruction, in which
// calling context, in the order in which it happened. An event that was overwritten is forgotten:
// a store among them counts as having reached memory (watch.h).
#pragma once

#include <cstdint>

#include "observe/core/cells.h"
#include "observe/core/pages.h"

namespace overtake::observe {

enum class EventKind : std::uint8_t {
  None,
  Read,
  Write,         // through the store buffer
  ReleaseWrite,  // the same, after a store-store fence under PSO
  FullWrite,     // the same as ReleaseWrite, and a full fence after it: seq_cst
  Fence,
  StoreFence,
  AtomicRead,  // waits for the own stores, then reads memory
  Rmw,         // waits for the own stores, then reads and writes memory
  Wait,        // an Rmw that waited until it could happen: taking a lock
  Order,       // everything up to event `from` of thread `of` comes before what this thread does
  Drained,     // the stores of this thread have reached memory, because of what another did
  Begin,       // of a thread; as Order, with the thread that started it
  End,         // of a thread; a full fence
};

// Flags of an event.
inline constexpr std::uint8_t kRelaxedOk = 1;  // it may take part in a violation: not reported
inline constexpr std::uint8_t kVolatile = 2;
inline constexpr std::uint8_t kIsAtomic = 4;

struct HistoryEvent {
  static constexpr std::uint16_t kSeen = 0x8000;

  Address address = 0;        // Order, Begin: the number of the event, or 0
  std::uint64_t pc = 0;       // of the call that announced the access
  std::uint32_t context = 0;  // the calls that lead there
  std::uint32_t below = 0;    // how much lower the number of the last own store (of a read: read)
                              // of the same cell is; 0: none that matters. Order: the other slot
  std::uint32_t epoch = 0;    // stores: how much lower the number of the first event is that no
                              // store-store fence separates from this one
  std::uint16_t slot_observed = 0;  // the thread's slot; kSeen: another thread has observed it
  EventKind kind = EventKind::None;
  std::uint8_t size_flags = 0;  // size_and_flags()

  std::uint32_t size() const {
    const std::uint32_t n = size_flags & 31;
    return n <= 16 ? n : (n - 12) * 4;
  }
  Slot slot() const { return slot_observed & (kMaxSlots - 1); }
  bool observed() const { return (slot_observed & kSeen) != 0; }
  std::uint8_t flags() const { return static_cast<std::uint8_t>(size_flags >> 5); }
};
static_assert(sizeof(HistoryEvent) == 32);

// Sizes 1 to 16 as they are in the low five bits, pieces of ranges (20, 24, ..., 64) after them.
constexpr std::uint8_t size_and_flags(std::uint32_t size, std::uint8_t flags) {
  const std::uint32_t n = size <= 16 ? size : size / 4 + 12;
  return static_cast<std::uint8_t>(n | static_cast<std::uint32_t>(flags) << 5);
}

class History {
 public:
  // `length` is a power of two. False if there is no memory.
  bool start(std::uint64_t length) {
    length_ = length;
    return ring_.reserve(length);
  }
  void stop() { ring_.release(); }

  Seq last() const { return last_; }
  std::uint64_t length() const { return length_; }
  // Events up to this one are forgotten.
  Seq floor() const { return last_ > length_ ? last_ - length_ : 0; }
  bool has(Seq seq) const { return seq > floor() && seq <= last_; }

  HistoryEvent& at(Seq seq) { return ring_[seq & (length_ - 1)]; }
  const HistoryEvent& at(Seq seq) const { return ring_[seq & (length_ - 1)]; }

  // A new event; all of its fields have to be set.
  HistoryEvent& add() {
    ++last_;
    return ring_[last_ & (length_ - 1)];
  }

 private:
  PageArray<HistoryEvent> ring_;
  std::uint64_t length_ = 0;
  Seq last_ = 0;
};

}  // namespace overtake::observe

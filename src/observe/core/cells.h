// What is remembered of memory: a cell for each four bytes.
//
// A cell has the last write and the reads since then, each as a mark: which thread, and the number
// of the event. That is all that the monitors and happens-before need (watch.h). A mark has a mask,
// the bytes of the cell that it is about.
//
// As long as one thread uses the memory, its accesses may have any widths: a mark then has the
// newest event, and the older ones are found through the history (Extent::Mixed). Memory that
// several threads use, with one width, has cells as well; if the widths differ, the cell is split
// into four cells of one byte. Several readers are a set.
//
//     bits 0-42   number of the event (or, of a set or a split cell, its index)
//     bits 43-53  the thread's slot
//     bits 54-57  the mask
//     bits 58-59  Extent: how far the access went
//     bit  60     write: another thread has accessed it since; it has reached memory under PSO
//     bit  61     the access was atomic (for races)
//     bits 62-63  what the mark is: a mark, a set of readers, a split cell
#pragma once

#include <cstdint>

namespace overtake::observe {

using Address = std::uint64_t;
using Seq = std::uint64_t;   // the number of an event; 0: none
using Slot = std::uint32_t;  // a thread that is alive, or not yet forgotten
using Mark = std::uint64_t;

inline constexpr unsigned kSeqBits = 43;
inline constexpr unsigned kSlotBits = 11;
inline constexpr unsigned kMaskShift = kSeqBits + kSlotBits;
inline constexpr unsigned kExtentShift = kMaskShift + 4;
inline constexpr Slot kMaxSlots = 1u << kSlotBits;
inline constexpr Seq kMaxSeq = (Seq{1} << kSeqBits) - 1;
inline constexpr unsigned kGranule = 4;  // bytes of memory for one cell
inline constexpr std::uint32_t kWholeMask = 0xf;

inline constexpr Mark kObserved = Mark{1} << 60;
inline constexpr Mark kAtomic = Mark{1} << 61;
inline constexpr Mark kSet = Mark{1} << 62;    // of Cell::read
inline constexpr Mark kSplit = Mark{2} << 62;  // of Cell::write
inline constexpr Mark kSlotField = Mark{kMaxSlots - 1} << kSeqBits;

// Which bytes an access had. Of a read: Inside or Mixed.
enum class Extent : std::uint8_t {
  Inside,  // those of the mask, and no others
  Eight,   // those of the mask and others: eight, aligned
  Other,   // those of the mask and others, or not: the history knows
  Mixed,   // older marks of the same thread count, for bytes that this access had not
};

constexpr Mark mark_tag(Slot slot, std::uint32_t mask, Extent extent = Extent::Inside) {
  return Mark{slot} << kSeqBits | Mark{mask} << kMaskShift |
         static_cast<Mark>(extent) << kExtentShift;
}
constexpr Seq seq_of(Mark m) { return m & kMaxSeq; }
constexpr Slot slot_of(Mark m) { return static_cast<Slot>(m >> kSeqBits) & (kMaxSlots - 1); }
constexpr std::uint32_t mask_of(Mark m) { return (m >> kMaskShift) & kWholeMask; }
constexpr Extent extent_of(Mark m) { return static_cast<Extent>((m >> kExtentShift) & 3); }
constexpr std::uint32_t index_of(Mark m) { return static_cast<std::uint32_t>(m); }
constexpr bool is_set(Mark m) { return (m & kSet) != 0; }

struct Cell {
  Mark write = 0;
  Mark read = 0;

  bool split() const { return (write & kSplit) != 0; }
};
static_assert(sizeof(Cell) == 16);

// The bytes of the cell at `address` that an access to [address, address + size) has.
constexpr std::uint32_t mask_at(Address address, std::uint32_t size) {
  return size >= kGranule ? kWholeMask : ((1u << size) - 1) << (address % kGranule);
}

constexpr Extent extent_at(Address address, std::uint32_t size) {
  if (size == 8 && address % 8 == 0) return Extent::Eight;
  return address % kGranule + size <= kGranule ? Extent::Inside : Extent::Other;
}

}  // namespace overtake::observe

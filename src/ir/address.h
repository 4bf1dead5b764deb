// Addresses: how a 64-bit pointer value names an object and an offset.
//
// Names, not addresses: the same program point gets the same name in every interleaving. An object
// is named by its *slot*: a number fixed by the program for globals and functions, by (thread,
// allocation number) for heap objects, thread-locals and shared stack objects, and by the position
// in its thread's stack for private stack objects. All addresses fit in 47 bits, so that programs
// may keep tags in the top 17 bits or the low alignment bits of a pointer, as on x86-64.
//
//     address = slot << 20 | (offset + 4096)
//
// The bias keeps small negative offsets inside the slot, where they are found to be out of bounds,
// instead of naming another object. An object larger than a slot takes several consecutive slots.
#pragma once

#include <cstdint>

#include "base/ids.h"

namespace overtake {

using Address = std::uint64_t;
using SlotId = Id<struct SlotTag>;

inline constexpr unsigned kOffsetBits = 20;
inline constexpr std::uint64_t kOffsetBias = 4096;
inline constexpr std::uint64_t kSlotSpan = std::uint64_t{1} << kOffsetBits;

// Slot ranges. Slot 0 holds no object: addresses below 2^20 are null pointers and their neighbours.
inline constexpr std::uint32_t kFirstGlobalSlot = 1;          // globals, then functions
inline constexpr std::uint32_t kFirstPrivateSlot = 1u << 22;  // + word index in the stack
inline constexpr std::uint32_t kFirstThreadSlot = 1u << 23;   // + thread << 17 + number
inline constexpr std::uint32_t kSlotsPerThread = 1u << 17;
inline constexpr std::uint32_t kSlotCount = 1u << 27;
inline constexpr std::uint32_t kMaxThreads = (kSlotCount - kFirstThreadSlot) / kSlotsPerThread;

constexpr Address address_of(SlotId slot, std::uint64_t offset = 0) {
  return (std::uint64_t{slot.value} << kOffsetBits) + kOffsetBias + offset;
}

// How many slots an object of `size` bytes takes.
constexpr std::uint64_t slots_for(std::uint64_t size) {
  return (size + 2 * kOffsetBias + kSlotSpan - 1) / kSlotSpan;
}

// The slot that the bits of an address name. For objects of several slots it may be a later one.
constexpr std::uint64_t slot_bits(Address a) { return a >> kOffsetBits; }

constexpr bool is_private(Address a) {
  return slot_bits(a) >= kFirstPrivateSlot && slot_bits(a) < kFirstThreadSlot;
}
constexpr bool is_thread_object(Address a) {
  return slot_bits(a) >= kFirstThreadSlot && slot_bits(a) < kSlotCount;
}
constexpr SlotId thread_slot(ThreadId thread, std::uint32_t number) {
  return SlotId{kFirstThreadSlot + thread.value * kSlotsPerThread + number};
}
constexpr ThreadId owner(SlotId slot) {
  return ThreadId{(slot.value - kFirstThreadSlot) / kSlotsPerThread};
}
constexpr std::uint32_t number_in_thread(SlotId slot) {
  return (slot.value - kFirstThreadSlot) % kSlotsPerThread;
}

}  // namespace overtake

// Shared memory, byte by byte: what each byte holds and which event wrote it. A value that is cheap
// to copy: objects are shared between copies until one of them writes.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "exec/executor.h"

namespace overtake::memory {

// Names an event by its thread and its number among the thread's visible operations.
struct EventRef {
  std::uint32_t raw = kInitial;

  static constexpr std::uint32_t kInitial = 0xffffffffu;    // the initial value of a location
  static constexpr std::uint32_t kUnordered = 0xfffffffeu;  // barrier arrivals: no single writer

  constexpr EventRef() = default;
  constexpr explicit EventRef(std::uint32_t r) : raw(r) {}
  constexpr EventRef(ThreadId thread, std::uint32_t index) : raw(thread.value << 22 | index) {}
  static constexpr std::uint32_t kMaxIndex = (1u << 22) - 1;

  constexpr bool is_event() const { return raw < kUnordered; }
  constexpr ThreadId thread() const { return ThreadId{raw >> 22}; }
  constexpr std::uint32_t index() const { return raw & kMaxIndex; }
  friend constexpr bool operator==(EventRef, EventRef) = default;
};

// What an access of `size` bytes found.
struct Found {
  exec::Value value;
  EventRef writer[16];  // by byte
  bool uniform = true;  // all bytes come from writer[0]
};

class SharedMemory {
 public:
  explicit SharedMemory(const ir::Program& program) : program_(&program) {}

  void read(SlotId object, std::uint64_t offset, unsigned size, const exec::Initial& initial,
            Found& out) const;
  void write(SlotId object, std::uint64_t offset, unsigned size, std::uint64_t object_size,
             const exec::Initial& initial, exec::Value value, EventRef writer, exec::Time time);
  // The time of the event that wrote the byte; 0 if none did.
  exec::Time written_at(SlotId object, std::uint64_t offset) const;

  void end_object(SlotId object, EventRef by);
  // The event that ended the object; kInitial if it is alive.
  EventRef ended_by(SlotId object) const;

  // Hashes of the state: which event wrote each byte, or what each byte holds and when it was
  // written. Both cover ended objects.
  std::uint64_t writers_hash() const { return writers_hash_; }
  std::uint64_t values_hash() const { return values_hash_; }

 private:
  struct ObjectState {
    std::vector<std::uint8_t> bytes;
    std::vector<EventRef> writers;
    std::vector<ir::SourceId> undefined;  // origins of bytes that were never set; may be empty
    std::vector<exec::Time> times;        // of the writers; empty: all are 0
  };
  using Entry = std::pair<SlotId, std::shared_ptr<ObjectState>>;

  const ObjectState* find(SlotId object) const;
  ObjectState& writable(SlotId object, std::uint64_t object_size, const exec::Initial& initial);

  const ir::Program* program_;
  std::vector<Entry> objects_;  // those written so far, sorted by slot
  std::vector<std::pair<SlotId, EventRef>> ended_;
  std::uint64_t writers_hash_ = 0;
  std::uint64_t values_hash_ = 0;
};

}  // namespace overtake::memory
